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
 * @throws an error with the `code` of the system or of undici; named `TimeoutError` when the time is over
 */
export type SendForm = (
  url: URL,
  form: Readonly<Record<string, string>>,
  timeoutMs: number,
) => Promise<FormReply>;

/** Connections of its own, as many as are needed at a time: what `fetch` of this Node does has another version of undici. */
const agent = new Agent();

const headers = {
  'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  accept: '*/*',
  'user-agent': 'node',
};

const utf8 = new TextDecoder();

/** By what `fetch` is made of, without its streams, headers and signals, which cost most of it. */
export const sendForm: SendForm = (url, form, timeoutMs) =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let controller: Dispatcher.DispatchController | undefined;
    let late: Error | undefined;
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
          controller = started;
        },
        onResponseStart(_, statusCode) {
          // Anything below is not the answer yet.
          if (statusCode >= 200) status = statusCode;
        },
        onResponseData(_, chunk) {
          chunks.push(chunk);
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
