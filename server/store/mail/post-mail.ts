import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config/config.ts';
import { isLoopback } from '../http/networks.ts';
import { errorCode } from '../logging/failures.ts';
import { sendWithin } from '../outbox.ts';
import type { ComposedMail } from './html.ts';

export interface Envelope extends ComposedMail {
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly date: Date;
  /** Stops mails of this kind with one POST (RFC 8058). */
  readonly unsubscribeUrl: string | undefined;
}

/** `refused`: the mail server refused this mail for good. `failed`: a later attempt may succeed. `why` is a code. */
export interface MailResult {
  readonly outcome: 'sent' | 'failed' | 'refused';
  readonly why?: string;
  readonly status?: number;
}

export type MailPoster = ReturnType<typeof createMailPoster>;

/** Errors at MAIL, RCPT and DATA concern the mail. Others, such as a wrong password, concern the store. */
const codesOfMail = ['EENVELOPE', 'EMESSAGE'];

/**
 * Creates a client of the mail server. Each mail has its own connection, so that a broken one affects no other.
 * @param timeoutMs limits an attempt, from the connection to the last response
 */
export const createMailPoster = ({ server, from }: Pick<MailConfig, 'server' | 'from'>, timeoutMs: number) => {
  const transport = createTransport({
    url: server,
    // Never send a mail or password in plain text to another machine.
    requireTLS: server.startsWith('smtp:') && !isLoopback(new URL(server).hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const [domain] = /[\w.-]+(?=>?$)/.exec(from) ?? [];

  return async (
    { id, kind, to, unsubscribeUrl, ...content }: Envelope,
    signal: AbortSignal,
  ): Promise<MailResult> => {
    const message = {
      ...content,
      from,
      // An object, because a text can be a list of addresses.
      to: { name: '', address: to },
      messageId: `<${id}@${domain}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Coffer-Kind': kind,
        ...(unsubscribeUrl !== undefined && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    };
    try {
      await sendWithin(timeoutMs, signal, (ending) => transport.sendMail({ ...message, signal: ending }));
      return { outcome: 'sent' };
    } catch (error) {
      const why = errorCode(error) ?? 'unknown';
      const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
      return { outcome: status >= 500 && codesOfMail.includes(why) ? 'refused' : 'failed', why, status };
    }
  };
};
