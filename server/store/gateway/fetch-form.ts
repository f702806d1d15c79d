import { maxReplyBytes, NotBegunError, type SendForm, TooLargeError } from './send-form.ts';

/** Sends a form with the global `fetch`, so that operator commands needn't load undici (1 MB). Tests replace it. */
export const fetchForm: SendForm = async (url, form, timeoutMs, mayBegin = () => true) => {
  if (!mayBegin()) throw new NotBegunError();
  try {
    const reply = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: reply.status, text: await readText(reply) };
  } catch (error) {
    // The error's cause has the system error code.
    throw error instanceof TypeError ? (error.cause ?? error) : error;
  }
};

const readText = async ({ body }: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxReplyBytes) throw new TooLargeError('The answer is too large.');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
};
