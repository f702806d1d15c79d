import { maxReplyBytes, NotBegunError, type SendForm, TooLargeError } from './send-form.ts';

/** Uses the global `fetch`: the operator's command avoids loading undici (1 MB), and tests can replace it. */
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
    // The cause has the system's error code.
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
