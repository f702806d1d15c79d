import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type InputType } from 'node:zlib';
import type { Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

const brotli = (text: InputType): Promise<Buffer> =>
  promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
      // Of all distance encodings, these make the first page's script smallest.
      [constants.BROTLI_PARAM_NPOSTFIX]: 1,
      [constants.BROTLI_PARAM_NDIRECT]: 16,
    },
  });

const gzipOptions = { level: constants.Z_BEST_COMPRESSION };

/** Compresses a file's text in each format. Returns pairs of a file name suffix and the compressed bytes. */
export const compressed = async (text: string): Promise<readonly (readonly [suffix: string, Buffer])[]> => [
  ['.br', await brotli(text)],
  ['.gz', await promisify(gzip)(text, gzipOptions)],
];

/** Creates the compression plugin. Use it only for builds: it intercepts the process's output until the build ends. */
export const precompress = (): Plugin =>
  compression({
    include: /\.(?:css|html|js|json|mjs|svg|txt|webmanifest|xml)$/,
    // Skip smaller files, because they fit into one packet uncompressed.
    threshold: 1024,
    algorithms: [
      [brotli, {}],
      ['gzip', gzipOptions],
    ],
    filename: (file, { algorithm }) => `${file}.${algorithm === 'gzip' ? 'gz' : 'br'}`,
    logLevel: 'silent',
  });
