import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

/** With brotli's best compression, as the build's files are sent. */
export const brotliSize = async (text: string): Promise<number> => (await compress(text)).length;

/** Writes these files and their compressed copies, and copies the build's assets. */
export const writeFolder = async (
  folder: string,
  files: ReadonlyMap<string, string>,
  assets: string,
): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(assets, join(folder, 'assets'), { recursive: true });
  for (const [name, text] of files) {
    await writeFile(join(folder, name), text);
    await writeFile(join(folder, `${name}.br`), await compress(text));
  }
};
