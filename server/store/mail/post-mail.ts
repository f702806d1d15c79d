import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config/config.ts';
import { isLoopback } from '../http/networks.ts';
import { errorCode } from '../logging/failures.ts';
import type { ComposedMail } from './compose.ts';

export interface Envelope extends ComposedMail {
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly date: Date;
  /** Stops mails of this kind with one POST (RFC 8058). */
  readonly unsubscribeUrl: string | undefined;
}

/** `refused`: the mail server refused this mail for good. `failed`: a later attempt may succeed; `why` is a code. */
export type MailResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'failed' | 'refused'; readonly why: string; readonly status?: number | undefined };

export type MailPoster = ReturnType<typeof createMailPoster>;

/** Errors at MAIL, RCPT and DATA concern the mail. Others, such as a wrong password, concern the store. */
const codesOfMail: readonly (string | undefined)[] = ['EENVELOPE', 'EMESSAGE'];

/**
 * Creates a client of the mail server. Each mail has its own connection, so that a broken one affects no other.
 * @param timeoutMs limits an attempt, from the connection to the last response
 */
export const createMailPoster = (
  { server, from }: Pick<MailConfig, 'server' | 'from'>,
  timeoutMs: number,
) => {
  const { host, port, isSecure, user, password } = server;
  const waitMs = timeoutMs / 2;
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    // Never send a mail or password in plain text to another machine.
    requireTLS: !isSecure && !isLoopback(host),
    ...(user !== '' && { auth: { user, pass: password } }),
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    dnsTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.split('@').at(-1);

  return {
    /** Sends a mail. Never throws. @param signal ends the attempt early */
    async post(
      { id, kind, to, date, unsubscribeUrl, ...content }: Envelope,
      signal: AbortSignal,
    ): Promise<MailResult> {
      // Avoid AbortSignal.any: see webhooks/post-event.ts.
      const ending = new AbortController();
      for (const cause of [signal, AbortSignal.timeout(timeoutMs)])
        cause.addEventListener('abort', () => ending.abort(), { signal: ending.signal });
      try {
        await transport.sendMail({
          ...content,
          from,
          // An object, because a text can be a list of addresses.
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          messageId: `<${id}@${domain}>`,
          date,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Coffer-Kind': kind,
            ...(unsubscribeUrl !== undefined && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          signal: ending.signal,
        });
        return { outcome: 'sent' };
      } catch (error) {
        const code = errorCode(error);
        const status =
          error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
            ? error.responseCode
            : undefined;
        const isFinal = status !== undefined && status >= 500 && codesOfMail.includes(code);
        return { outcome: isFinal ? 'refused' : 'failed', why: code ?? 'unknown', status };
      } finally {
        // Aborting removes the listeners.
        ending.abort();
      }
    },
    close: () => transport.close(),
  };
};
