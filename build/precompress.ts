import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type InputType } from 'node:zlib';
import type { Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

const compress = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** In bytes. Only ELK is this large, and only developers load it. */
const developerFileSize = 1_000_000;

/** Best quality takes about two seconds per megabyte, so files for developers get less. */
const brotli = (text: InputType): Promise<Buffer> => {
  const size = Buffer.byteLength(text);
  return compress(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: size < developerFileSize ? constants.BROTLI_MAX_QUALITY : 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  });
};

/** The compressed forms of a file's text, by file name suffix. */
export const compressed = async (text: string): Promise<readonly (readonly [suffix: string, Buffer])[]> => [
  ['.br', await brotli(text)],
  ['.gz', await compressGzip(text, { level: constants.Z_BEST_COMPRESSION })],
];

/** Only for builds, because the library listens to the process's output until a build ends. */
export const precompress = (): Plugin =>
  compression({
    include: /\.(?:css|html|js|json|mjs|svg|txt|webmanifest|xml)$/,
    // Smaller responses fit into one packet uncompressed.
    threshold: 1024,
    algorithms: [
      [brotli, {}],
      ['gzip', { level: constants.Z_BEST_COMPRESSION }],
    ],
    filename: (file, { algorithm }) => `${file}.${algorithm === 'gzip' ? 'gz' : 'br'}`,
    logLevel: 'silent',
  });
