import { promisify } from 'node:util';
import { brotliCompress, constants, type InputType } from 'node:zlib';
import type { Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

const compress = promisify(brotliCompress);

/** In bytes. A file as large as this is no customer's: the layout engine that draws the machines for developers. */
const developersFrom = 1_000_000;

/** Best quality takes about two seconds a megabyte, which is felt at a file that is worth it to nobody. */
const brotli = (text: InputType): Promise<Buffer> => {
  const size = Buffer.byteLength(text);
  return compress(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: size < developersFrom ? constants.BROTLI_MAX_QUALITY : 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  });
};

/**
 * Writes a `.br` and a `.gz` beside each text file of the build, for servers that send them as they are. To be made for a
 * build alone: the library listens to the output of the process until the build has ended.
 */
export const precompress = (): Plugin =>
  compression({
    include: /\.(?:css|html|js|json|mjs|svg|txt|webmanifest|xml)$/,
    // Smaller answers fit into one packet as they are.
    threshold: 1024,
    algorithms: [
      [brotli, {}],
      ['gzip', { level: constants.Z_BEST_COMPRESSION }],
    ],
    filename: (file, { algorithm }) => `${file}.${algorithm === 'gzip' ? 'gz' : 'br'}`,
    logLevel: 'silent',
  });
