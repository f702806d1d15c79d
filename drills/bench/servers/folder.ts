import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

export const brotliSize = async (text: string): Promise<number> => (await compress(text)).length;

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
