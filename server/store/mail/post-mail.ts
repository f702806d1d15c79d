import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import { isLoopback } from '../http/networks.ts';
import { errorCode } from '../logging/failures.ts';
import { sendWithin } from '../outbox.ts';

/** `refused`: the mail server refused this mail for good. `failed`: a later attempt may succeed. `why` is a code. */
export interface MailResult {
  readonly outcome: 'sent' | 'failed' | 'refused';
  /** Whether the mail server refused only this mail, for now or for good. */
  readonly isRefusal: boolean;
  readonly why?: string;
  readonly status?: number;
  readonly error?: unknown;
}

/**
 * Creates a function that sends a mail. Each mail has its own connection, so that a broken one affects no other.
 * @param server the mail server's URL
 * @param timeoutMs limits an attempt, from the connection to the last response
 */
export const createMailPoster = (server: string, timeoutMs: number) => {
  const isLocal = isLoopback(new URL(server).hostname);
  const transport = createTransport({
    url: server,
    // Never send a mail or password in plain text to another machine. Here, certificates are often self-signed.
    requireTLS: !isLocal,
    ignoreTLS: isLocal,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail: SendMailOptions, signal: AbortSignal): Promise<MailResult> => {
    try {
      await sendWithin(timeoutMs, signal, (ending) => transport.sendMail({ ...mail, signal: ending }));
      return { outcome: 'sent', isRefusal: false };
    } catch (error) {
      const why = errorCode(error) ?? 'unknown';
      const { command, responseCode: status = 0 }: Partial<NodemailerError> =
        error instanceof Error ? error : {};
      // Other refusals, and those for a missing or wrong password (53x), concern the store.
      const isRefusal = (command === 'RCPT TO' || why === 'EMESSAGE') && Math.trunc(status / 10) !== 53;
      return { outcome: isRefusal && status >= 500 ? 'refused' : 'failed', isRefusal, why, status };
    }
  };
};
