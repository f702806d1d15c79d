import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

/** `sources` are files or folders, by their name in the build. */
export const copyFiles = (sources: Readonly<Record<string, string>>): Plugin => ({
  name: 'copy-files',
  apply: 'build',
  async buildStart() {
    for (const [name, source] of Object.entries(sources)) {
      for (const file of await filesOf(source)) {
        const fileName = file === source ? name : `${name}/${basename(file)}`;
        this.emitFile({ type: 'asset', fileName, source: await readFile(file) });
      }
    }
  },
});

const filesOf = async (path: string): Promise<string[]> =>
  (await stat(path)).isFile() ? [path] : (await readdir(path)).map((name) => join(path, name));
