import type { IncomingMessage } from 'node:http';

/** Longer bodies are not looked into. */
const MAX_BYTES = 256 * 1024;

/** The body of a request that tells its length, left unread for whoever answers; empty for any other. */
export async function peekBody(request: IncomingMessage): Promise<string> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (!(length > 0 && length <= MAX_BYTES)) return '';
  const chunks: Buffer[] = [];
  let missing = length;
  while (missing > 0) {
    const chunk: unknown = request.read();
    if (Buffer.isBuffer(chunk)) {
      chunks.push(chunk);
      missing -= chunk.length;
    } else if (request.destroyed) return '';
    else await moreOf(request);
  }
  const body = Buffer.concat(chunks);
  // Nothing has told the stream's end yet, so that what was taken can be put back.
  request.unshift(body);
  return body.toString();
}

const moreOf = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    request.once('readable', resolve).once('close', resolve);
  });
