import { Agent, request } from 'undici';

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

/** By what `fetch` is made of, without its streams and headers, which cost most of it. */
export const sendForm: SendForm = async (url, form, timeoutMs) => {
  const { statusCode, body } = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: {
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      accept: '*/*',
      'user-agent': 'node',
    },
    body: new URLSearchParams(form).toString(),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: statusCode, text: await body.text() };
};
