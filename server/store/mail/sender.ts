import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { MailConfig } from '../config/config.ts';
import { callForRow, callFunction } from '../database/call-function.ts';
import type { Database } from '../database/database.ts';
import type { SqlFunctions } from '../database/functions.gen.ts';
import type { Log } from '../logging/logging.ts';
import type { Meter } from '../metrics/meter.ts';
import { patienceMs, retryDelayMs } from '../retries.ts';
import { composeMail } from './compose.ts';
import { type MailCard, mailSchema, writeMail } from './mail-texts.ts';
import type { MailPoster } from './post-mail.ts';

type Mail = SqlFunctions['claim_mails']['row'];

export type MailSender = ReturnType<typeof createMailSender>;

interface SenderParts {
  readonly config: Pick<MailConfig, 'seller' | 'appUrl' | 'apiUrl'>;
  readonly database: Database;
  readonly log: Log;
  readonly meter: Pick<Meter, 'mailSent'>;
  readonly poster: MailPoster;
  /** How long to keep other processes from starting the same mail, in milliseconds. */
  readonly leaseMs: number;
  /** Looks up an order in the gateway's records, which have the card's last digits. */
  readonly lookUp: (orderId: string) => Promise<unknown>;
}

/** Maximum concurrent connections from this process to the mail server. */
const atOnce = 4;
/** How long a receipt waits for the gateway's event with the card's last digits, in milliseconds. */
const cardMs = 30_000;
const customersAtOnce = 10_000;

/** Returns the hash under which the store keeps a token of a link to unsubscribe. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Adds a link that stops a customer's mails of one kind. */
const addUnsubscribeUrl = async (
  { config, database }: SenderParts,
  { customer_id, kind }: Mail,
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await database.query(
    'insert into mail_tokens (token_hash, customer_id, kind, created_at) values ($1, $2, $3, store_now())',
    [tokenHash(token), customer_id, kind],
  );
  return `${config.apiUrl}/mail/unsubscribe/${token}`;
};

const cardOf = async (
  { database, lookUp }: SenderParts,
  mail: Mail,
  orderId: string | undefined,
): Promise<MailCard | undefined> => {
  if (mail.card_last4 !== null) return { brand: mail.card_brand, last4: mail.card_last4 };
  if (orderId === undefined) return undefined;
  // The mail is also useful without the card.
  await lookUp(orderId).catch(() => undefined);
  const [card] = await database.query<MailCard>(
    `select card_brand as brand, card_last4 as last4 from transactions
     join purchase_attempts attempts using (customer_id, position)
     where customer_id = $1 and attempt_id = $2 and card_last4 is not null`,
    [mail.customer_id, orderId],
  );
  return card;
};

/** Sends a mail and stores the outcome, unless `signal` has ended the attempt. */
const deliver = async (parts: SenderParts, mail: Mail, signal: AbortSignal): Promise<void> => {
  const { config, database, log, meter, poster } = parts;
  const { mail_id: id, kind, attempts } = mail;
  const data = v.parse(mailSchema, { ...v.parse(v.looseObject({}), mail.data), kind });
  const card = await cardOf(parts, mail, 'order_id' in data ? data.order_id : undefined);
  const words = writeMail(data, config.seller.name, card);
  const unsubscribeUrl = words.because === undefined ? undefined : await addUnsubscribeUrl(parts, mail);
  const content = composeMail(words, config, unsubscribeUrl);
  const envelope = { ...content, id, kind, to: mail.email, date: mail.created_at, unsubscribeUrl };
  const result = await poster.post(envelope, signal);
  if (signal.aborted && result.outcome === 'failed') return;
  const { value: consequence } = await callForRow(database, 'book_mail', {
    mail: id,
    attempts,
    outcome: result.outcome,
    retry_ms: retryDelayMs(attempts),
    patience_ms: patienceMs,
  });
  const outcome = consequence === 'given-up' ? 'given-up' : result.outcome;
  meter.mailSent(outcome);
  if (result.outcome === 'sent') return;
  const line = {
    event: 'mail-failed',
    reference: id,
    kind,
    outcome,
    why: result.why,
    status: result.status,
  };
  if (consequence === 'retried') log.info(line);
  else log.warn(line);
};

/**
 * Sends the mails that the SQL functions wrote, each at least once and always with the same Message-ID. If an
 * attempt's outcome is never stored, the mail is due again when its lease expires.
 */
export const createMailSender = (parts: SenderParts) => {
  const { database, log, poster, leaseMs } = parts;
  const underWay = new Set<Promise<void>>();
  const breakingOff = new AbortController();
  let claiming: Promise<void> | undefined;
  let isClosed = false;

  const claim = async (): Promise<void> => {
    const limit = atOnce - underWay.size;
    if (limit <= 0 || isClosed) return;
    const mails = await callFunction(database, 'claim_mails', { limit, lease_ms: leaseMs, card_ms: cardMs });
    for (const mail of mails) start(mail);
  };
  const sendDue = (): Promise<void> => {
    claiming ??= claim().finally(() => {
      claiming = undefined;
    });
    return claiming;
  };

  const start = (mail: Mail): void => {
    const running = deliver(parts, mail, breakingOff.signal)
      .catch((error: unknown) =>
        log.error({ event: 'mail-not-booked', reference: mail.mail_id, kind: mail.kind, error }),
      )
      .finally(() => {
        underWay.delete(running);
        // If the database is unreachable, the next `work` reports it.
        void sendDue().catch(() => undefined);
      });
    underWay.add(running);
  };

  const idle = async (): Promise<void> => {
    while (underWay.size > 0 || claiming !== undefined) await Promise.allSettled([...underWay, claiming]);
  };

  return {
    /** Starts sending due mails, without waiting for the mail server. Runs as a background job. */
    async work(): Promise<void> {
      let after: string | null = '';
      while (after !== null)
        after = (await callForRow(database, 'add_expiring_mails', { after, limit: customersAtOnce })).value;
      await sendDue();
    },
    /** Resolves when no mail is under way. */
    idle,
    /** Starts no more mails. Waits for the mail server up to `graceMs` milliseconds, then aborts the rest. */
    async close(graceMs: number): Promise<void> {
      isClosed = true;
      const limit = setTimeout(() => breakingOff.abort(), graceMs);
      await idle();
      clearTimeout(limit);
      poster.close();
    },
  };
};
