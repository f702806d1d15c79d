import { createTransport, type SendMailOptions } from 'nodemailer';
import { isLoopback } from '../http/networks.ts';
import { errorCode } from '../logging/failures.ts';
import { sendWithin } from '../outbox.ts';

/** `refused`: the mail server refused this mail for good. `failed`: a later attempt may succeed. `why` is a code. */
interface MailResult {
  readonly outcome: 'sent' | 'failed' | 'refused';
  readonly why?: string;
  readonly status?: number;
}

/** Errors at MAIL, RCPT and DATA concern the mail. Others, such as a wrong password, concern the store. */
const codesOfMail = ['EENVELOPE', 'EMESSAGE'];

/**
 * Creates a function that sends a mail. Each mail has its own connection, so that a broken one affects no other.
 * @param server the mail server's URL
 * @param timeoutMs limits an attempt, from the connection to the last response
 */
export const createMailPoster = (server: string, timeoutMs: number) => {
  const transport = createTransport({
    url: server,
    // Never send a mail or password in plain text to another machine.
    requireTLS: server.startsWith('smtp:') && !isLoopback(new URL(server).hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail: SendMailOptions, signal: AbortSignal): Promise<MailResult> => {
    try {
      await sendWithin(timeoutMs, signal, (ending) => transport.sendMail({ ...mail, signal: ending }));
      return { outcome: 'sent' };
    } catch (error) {
      const why = errorCode(error) ?? 'unknown';
      const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
      return { outcome: status >= 500 && codesOfMail.includes(why) ? 'refused' : 'failed', why, status };
    }
  };
};
