import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type InputType } from 'node:zlib';
import type { Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** Tries two encodings of distances, because it differs by file which one is smaller. */
const brotli = async (text: InputType): Promise<Buffer> => {
  const encode = (direct: 0 | 16) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_NPOSTFIX]: direct / 16, [constants.BROTLI_PARAM_NDIRECT]: direct },
    });
  const [one, other] = await Promise.all([encode(0), encode(16)]);
  return one.length < other.length ? one : other;
};

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
