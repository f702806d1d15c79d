import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** A socket that leads nowhere and remembers what was written to it. */
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
 * Lets the listener do all its work while its reply is held back.
 *
 * @returns the reply as it would have gone over the wire, which closes the connection; undefined when the listener
 * cut the connection instead of replying.
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

/** Longer request bodies are not looked into. */
const maxBodyBytes = 256 * 1024;

/** The body of a request with a Content-Length, still to be read by its listener; empty for any other. */
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
  // The stream has not emitted its end yet, so what was read can be put back.
  request.unshift(body);
  return body.toString();
};

const nextChunk = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    request.once('readable', resolve).once('close', resolve);
  });
