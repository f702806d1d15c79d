import { maxReplyBytes, NotBegunError, type SendForm, TooLargeError } from './send-form.ts';

/**
 * Sends forms by the global `fetch`: for whoever sends few, as the operator's command, and would rather be without undici's megabyte;
 * and for tests that are the network themselves.
 */
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
    // The system's code is in the cause.
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
