import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** A socket without a peer that records what is written to it. */
class RecordingSocket extends Socket {
  readonly written: Buffer[] = [];

  override _write(chunk: Buffer | string, _encoding: BufferEncoding, done: () => void): void {
    this.written.push(Buffer.from(chunk));
    done();
  }

  override _writev(chunks: { chunk: Buffer | string }[], done: () => void): void {
    for (const { chunk } of chunks) this.written.push(Buffer.from(chunk));
    done();
  }
}

/**
 * Runs a listener without sending its response.
 *
 * @returns the raw response, with `Connection: close`; undefined if the listener cut the connection
 */
export const bufferReply = (
  listener: RequestListener,
  request: IncomingMessage,
): Promise<Buffer | undefined> => {
  const recording = new RecordingSocket();
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(recording);
  return new Promise((resolve) => {
    response.once('finish', () => resolve(Buffer.concat(recording.written)));
    response.once('close', () => resolve(undefined));
    listener(request, response);
  });
};

const maxBodyBytes = 256 * 1024;

/** Returns a request's body, which its listener can still read; empty if it is too long or has no Content-Length. */
export const peekBody = async (request: IncomingMessage): Promise<string> => {
  const length = Number(request.headers['content-length'] ?? 0);
  if (!(length > 0 && length <= maxBodyBytes)) return '';
  const chunks: Buffer[] = [];
  let missing = length;
  while (missing > 0) {
    const chunk: unknown = request.read();
    if (Buffer.isBuffer(chunk)) {
      chunks.push(chunk);
      missing -= chunk.length;
    } else if (request.destroyed) return '';
    else await nextChunk(request);
  }
  const body = Buffer.concat(chunks);
  request.unshift(body);
  return body.toString();
};

const nextChunk = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    request.once('readable', resolve).once('close', resolve);
  });
