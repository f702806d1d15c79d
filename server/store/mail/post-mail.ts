import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import { isLoopback } from '../http/networks.ts';
import { errorCode, failureLine } from '../logging/failures.ts';
import { sendWithin } from '../outbox.ts';

/**
 * Creates a function that sends a mail. Each mail has its own connection, so that a broken one affects no other. After
 * `failed`, a later attempt may succeed. `isPostponed`: only the recipient's mailbox delays the mail.
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
  return async (write: () => Promise<SendMailOptions>, signal: AbortSignal) => {
    try {
      const send = async (ending: AbortSignal) => transport.sendMail({ ...(await write()), signal: ending });
      await sendWithin(timeoutMs, signal, send);
      return { outcome: 'sent', isPostponed: false } as const;
    } catch (error) {
      const why = errorCode(error) ?? failureLine(error);
      const { command, responseCode: status = 0 }: Partial<NodemailerError> =
        error instanceof Error ? error : {};
      // Other refusals, and those for a missing or wrong password (53x), concern the store.
      const isOfMail =
        Math.trunc(status / 10) !== 53 && (/RCPT|DATA/.test(command ?? '') || why === 'EMESSAGE');
      const isPostponed = isOfMail && command === 'RCPT TO';
      return { outcome: isOfMail && status >= 500 ? 'refused' : 'failed', isPostponed, why, status } as const;
    }
  };
};
