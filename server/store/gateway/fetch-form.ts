import { NotBegunError, type SendForm } from './send-form.ts';

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
    return { status: reply.status, text: await reply.text() };
  } catch (error) {
    // The system's code is in the cause.
    throw error instanceof TypeError ? (error.cause ?? error) : error;
  }
};
