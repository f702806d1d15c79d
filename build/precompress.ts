import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { brotli, smallestCompressed } from './brotli.ts';

const compressible = /\.(?:css|html|js|json|mjs|svg|txt|webmanifest|xml)$/;
/** Brotli's best quality takes about two seconds a megabyte; beyond this much text a build would be felt. */
const bestQualityUpTo = 3_000_000;
/** A file as large as this is no customer's: the layout engine that draws the machines for developers. */
const developersFrom = 1_000_000;
const fastQuality = 9;

const gzipped = promisify(gzip);

/** Writes a `.br` and a `.gz` beside each text file of the build, for servers that send them as they are. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir);
    },
    async writeBundle() {
      const names = await readdir(outDir, { recursive: true });
      const files = await Promise.all(
        names
          .filter((name) => compressible.test(name))
          .map(async (name) => ({ path: join(outDir, name), text: await readFile(join(outDir, name)) })),
      );
      const large = files.filter(({ text }) => text.length >= smallestCompressed);
      const customers = large.filter(({ text }) => text.length < developersFrom);
      const total = customers.reduce((sum, { text }) => sum + text.length, 0);
      const best = total <= bestQualityUpTo ? constants.BROTLI_MAX_QUALITY : fastQuality;
      const qualityFor = (text: Buffer) => (text.length < developersFrom ? best : fastQuality);
      await Promise.all(
        large.flatMap(({ path, text }) => [
          brotli(text, qualityFor(text)).then((bytes) => writeFile(`${path}.br`, bytes)),
          gzipped(text, { level: constants.Z_BEST_COMPRESSION }).then((bytes) =>
            writeFile(`${path}.gz`, bytes),
          ),
        ]),
      );
    },
  };
}
