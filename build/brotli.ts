import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/** In bytes. Smaller answers fit into one packet as they are, and are not compressed. */
export const smallestCompressed = 1024;

/** Compresses text as a web server's finished files are: brotli, best quality unless told otherwise (0 to 11). */
export const brotli = (text: string | Uint8Array, quality = constants.BROTLI_MAX_QUALITY): Promise<Buffer> =>
  compress(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });

/** How many bytes of this text are sent to a browser. */
export const bytesSent = async (text: string | Uint8Array): Promise<number> => {
  const { byteLength } = Buffer.from(text);
  return byteLength < smallestCompressed ? byteLength : (await brotli(text)).length;
};
