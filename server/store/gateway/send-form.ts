import { Agent, type Dispatcher } from 'undici';

export interface FormReply {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a form by POST once, without redirects. Calls `mayBegin` once, right before the first byte.
 * @throws {TooLargeError | NotBegunError} or an error with the name `TimeoutError` or a system or undici `code`
 */
export type SendForm = (
  url: URL,
  form: Readonly<Record<string, string>>,
  timeoutMs: number,
  mayBegin?: () => boolean,
) => Promise<FormReply>;

/** Maximum response size. A page of 100 transactions takes a tenth of it. Parsing more would block the process. */
export const maxReplyBytes = 4 * 1024 * 1024;

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly code = 'TOO_LARGE';
}

/** Thrown if `mayBegin` returns false. Nothing was sent. */
export class NotBegunError extends Error {
  override readonly name = 'NotBegunError';
  readonly code = 'NOT_BEGUN';

  constructor() {
    super('The request was canceled before it was sent.');
  }
}

/** Unlimited connection pool. Node's `fetch` uses a different version of undici. */
const agent = new Agent();

const headers = {
  'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  accept: '*/*',
  'user-agent': 'node',
};

const utf8 = new TextDecoder();

/** Sends a form with undici's dispatcher. The streams, headers and signals of `fetch` cost more than the request. */
export const sendForm: SendForm = (url, form, timeoutMs, mayBegin = () => true) =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let bytes = 0;
    let controller: Dispatcher.DispatchController | undefined;
    let late: Error | undefined;
    let hasBegun = false;
    const timer = setTimeout(() => {
      late = new DOMException('The gateway did not respond in time.', 'TimeoutError');
      controller?.abort(late);
      reject(late);
    }, timeoutMs);
    agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname,
        method: 'POST',
        headers,
        body: new URLSearchParams(form).toString(),
      },
      {
        onRequestStart(started) {
          // The request got its connection after the timeout, so don't send it.
          if (late !== undefined) started.abort(late);
          else if (hasBegun) started.abort(new Error('Refused to send the request a second time.'));
          else if (!mayBegin()) started.abort(new NotBegunError());
          hasBegun = true;
          controller = started;
        },
        onResponseStart(_, statusCode) {
          // Ignore 1xx responses, which precede the final one.
          if (statusCode >= 200) status = statusCode;
        },
        onResponseData(receiver, chunk) {
          bytes += chunk.length;
          if (bytes > maxReplyBytes) receiver.abort(new TooLargeError('The answer is too large.'));
          else chunks.push(chunk);
        },
        onResponseEnd() {
          clearTimeout(timer);
          resolve({ status, text: utf8.decode(Buffer.concat(chunks)) });
        },
        onResponseError(_, error) {
          clearTimeout(timer);
          reject(error);
        },
      },
    );
  });
