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
 * cut the connection instead of answering.
 */
export function bufferReply(
  listener: RequestListener,
  request: IncomingMessage,
): Promise<Buffer | undefined> {
  const recording = new RecordingSocket();
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(recording);
  return new Promise((resolve) => {
    response.once('finish', () => resolve(Buffer.concat(recording.written)));
    response.once('close', () => resolve(undefined));
    listener(request, response);
  });
}
