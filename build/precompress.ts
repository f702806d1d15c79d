import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type InputType } from 'node:zlib';
import type { Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

const compress = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** In bytes. Only the layout engine is this large, which only developers load, for the drawings of the machines. */
const developerFileSize = 1_000_000;

/** The best quality takes about two seconds a megabyte, so that a file which customers never load gets less. */
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

/** The forms of a text that are written beside it: the end of each one's name, and what it holds. */
export const compressed = async (text: string): Promise<readonly (readonly [suffix: string, Buffer])[]> => [
  ['.br', await brotli(text)],
  ['.gz', await compressGzip(text, { level: constants.Z_BEST_COMPRESSION })],
];

/**
 * Writes a `.br` and a `.gz` beside each text file of the build, for servers that send them as they are. Use it in builds
 * only: the library listens to the output of the process until a build has ended.
 */
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
