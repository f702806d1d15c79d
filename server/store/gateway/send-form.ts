import { Agent, type Dispatcher } from 'undici';

/** An answer, of whatever status. */
export interface FormReply {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a form by POST, once, and follows no redirection.
 *
 * @param timeoutMs until the whole answer is there
 * @param mayBegin is asked right before the first byte, once. False: nothing is sent
 * @throws a `TooLargeError` for an answer of more than {@link maxReplyBytes}; an error with the `code` of the system or of undici; named `TimeoutError` when the time is over; a `NotBegunError`
 */
export type SendForm = (
  url: URL,
  form: Readonly<Record<string, string>>,
  timeoutMs: number,
  mayBegin?: () => boolean,
) => Promise<FormReply>;

/** A page of 100 transactions takes a tenth of it. To read more would keep the process from its customers. */
export const maxReplyBytes = 4 * 1024 * 1024;

/** The answer is longer than any that means something. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly code = 'TOO_LARGE';
}

/** Whoever sends it was not allowed to begin: not one byte has left. */
export class NotBegunError extends Error {
  override readonly name = 'NotBegunError';
  readonly code = 'NOT_BEGUN';

  constructor() {
    super('The request was not allowed to begin.');
  }
}

/** Connections of its own, as many as are needed at a time: what `fetch` of this Node does has another version of undici. */
const agent = new Agent();

const headers = {
  'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  accept: '*/*',
  'user-agent': 'node',
};

const utf8 = new TextDecoder();

/** By what `fetch` is made of, without its streams, headers and signals, which cost most of it. */
export const sendForm: SendForm = (url, form, timeoutMs, mayBegin = () => true) =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let bytes = 0;
    let controller: Dispatcher.DispatchController | undefined;
    let late: Error | undefined;
    let hasBegun = false;
    const timer = setTimeout(() => {
      late = new DOMException('The gateway did not answer in time.', 'TimeoutError');
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
          // One that got its connection too late is not sent at all.
          if (late !== undefined) started.abort(late);
          else if (hasBegun) started.abort(new Error('It was to be sent twice.'));
          else if (!mayBegin()) started.abort(new NotBegunError());
          hasBegun = true;
          controller = started;
        },
        onResponseStart(_, statusCode) {
          // Anything below is not the answer yet.
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
