import { createHash, randomBytes } from 'node:crypto';
import type { MailConfig } from '../config/config.ts';
import type { Queryable } from '../database/database.ts';
import type { Meter } from '../metrics/meter.ts';
import { createOutboxSender, patienceMs, retryDelayMs } from '../outbox.ts';
import type { StoreParts } from '../parts.ts';
import { composeMail } from './html.ts';
import { createMailPoster } from './post-mail.ts';
import { type MailData, writeMail } from './texts.ts';

interface Mail {
  readonly id: string;
  readonly customerId: string;
  readonly kind: string;
  readonly data: MailData;
  readonly createdAt: Date;
  /** Number of attempts, including this one. */
  readonly attempts: number;
  readonly isLastAttempt: boolean;
  readonly email: string;
  /** The order of a transaction whose card the store doesn't know yet. */
  readonly orderWithoutCard: string | null;
  /** Why the store doesn't send the mail. */
  readonly obstacle: string | null;
}

/** How long after an attempt's time limit another process can start the next one, in milliseconds. */
const bookingMs = 5_000;
/** Maximum concurrent connections from this process to the mail server. */
const maxInFlight = 4;

/** Returns the hash under which the store keeps the token of a link that unsubscribes. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Sends the mails that SQL functions add, each at least once and always with the same Message-ID.
 * @param lookUp looks up an order in the gateway's records, which have the card's last digits
 * @param timeoutMs limits an attempt, in milliseconds
 */
export const createMailSender = (
  { database, log }: Pick<StoreParts, 'database' | 'log'>,
  config: MailConfig,
  meter: Pick<Meter, 'mailSent'>,
  lookUp: (orderId: string) => Promise<unknown>,
  timeoutMs = 30_000,
) => {
  const post = createMailPoster(config.server, timeoutMs);
  const [, name = '', address = ''] = /^(?:(.*) <)?([^<>]+)>?$/.exec(config.from) ?? [];

  const write = async ({ id, customerId, kind, ...mail }: Mail) => {
    const words = writeMail(kind, mail.data, config.seller.name);
    const token = randomBytes(32).toString('base64url');
    const unsubscribeUrl = words.because && `${config.apiUrl}/mail/unsubscribe/${token}`;
    if (unsubscribeUrl !== undefined) await database.query(insertToken, [tokenHash(token), customerId, kind]);
    return {
      // Objects, because a text can be a list of addresses.
      from: { name, address },
      to: { name: '', address: mail.email },
      date: mail.createdAt,
      messageId: `<${id}${address.slice(address.indexOf('@'))}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Coffer-Kind': kind,
        // RFC 8058: mail clients stop these mails with one POST.
        ...(unsubscribeUrl !== undefined && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      textEncoding: 'quoted-printable',
      ...composeMail(words, config, unsubscribeUrl),
    } as const;
  };

  const send = async (mail: Mail, signal: AbortSignal): Promise<void> => {
    const { id, kind, attempts } = mail;
    const result = await post(() => write(mail), signal);
    const { isPostponed, why, status } = result;
    if (signal.aborted && result.outcome === 'failed') return;
    const outcome = result.outcome === 'failed' && mail.isLastAttempt ? 'given-up' : result.outcome;
    if (outcome === 'failed')
      await database.query(retry, [id, attempts, retryDelayMs(attempts), isPostponed]);
    else await database.query(end, [id, outcome]);
    meter.mailSent(outcome);
    const line = { event: 'mail-failed', reference: id, kind, outcome, why, status };
    if (outcome !== 'sent') log[outcome === 'failed' ? 'info' : 'warn'](line);
  };

  return createOutboxSender<Mail>({
    claim: (inFlight) =>
      database.query<Mail>(claimDue, [maxInFlight - inFlight.length, timeoutMs + bookingMs, patienceMs]),
    async deliver(mail, signal) {
      const { id, attempts, obstacle, orderWithoutCard } = mail;
      if (obstacle !== null) await database.query(end, [id, obstacle]);
      else if (orderWithoutCard === null || attempts > 1) await send(mail, signal);
      else {
        // The mail is also useful without the card.
        await lookUp(orderWithoutCard).catch(() => undefined);
        await database.query(retry, [id, attempts, 0, false]);
      }
    },
    onError: ({ id, kind }, error) => log.error({ event: 'mail-not-booked', reference: id, kind, error }),
  });
};

const insertToken = 'insert into mail_tokens (token_hash, customer_id, kind) values ($1, $2, $3)';

/** Empties the mail, because only its cause is still needed. */
const end = `
  update mails set next_attempt_at = null, outcome = $2, data = '{}' where mail_id = $1 and outcome is null`;

/** Does nothing if another process has started the next attempt. */
const retry = `
  update mails set next_attempt_at = store_now() + $3::bigint * interval '1 ms', is_postponed = $4
  where mail_id = $1 and attempts = $2 and outcome is null`;

/** A blocked customer only gets mails about transactions. Uses a CTE as `takeDueEvents` does. */
const claimDue = `
  with due as materialized (
    select * from mails where next_attempt_at <= (select store_now())
    order by next_attempt_at limit $1 for update skip locked
  )
  update mails set attempts = mails.attempts + 1, next_attempt_at = store_now() + $2::bigint * interval '1 ms'
  from due
  join customers using (customer_id)
  left join transactions entries
    on entries.customer_id = due.customer_id and entries.position = (due.data ->> 'position')::bigint
  left join purchase_attempts paid on paid.customer_id = due.customer_id and paid.attempt_id = entries.order_id
  left join cards on cards.customer_id = due.customer_id and cards.card_id = paid.card_id
  cross join lateral (select coalesce(entries.card_last4, cards.last4) as last4) card
  where mails.mail_id = due.mail_id
  returning mails.mail_id as id, mails.customer_id as "customerId", mails.kind, mails.created_at as "createdAt",
    mails.attempts, email,
    mails.data || jsonb_build_object('card_last4', card.last4) as data,
    mails.created_at <= store_now() - $3::bigint * interval '1 ms' as "isLastAttempt",
    case when card.last4 is null then entries.order_id end as "orderWithoutCard",
    case
      when email is null then 'no-address'
      when blocked_at is not null and entries.position is null then 'blocked'
      when mails.kind = 'low-balance' and low_balance_notice is null
        or mails.kind = 'expiring' and not expiring_notice then 'unsubscribed'
    end as obstacle`;

/**
 * Adds the mails about credits that expire in 14 or 3 days: one for each customer and day in Chicago, from 9 AM on. Makes
 * up for three days without a run. Safe to repeat.
 */
export const addExpiringMails = async (database: Queryable): Promise<void> => {
  await database.query(`
    insert into mails (customer_id, kind, cause, data, created_at, next_attempt_at)
    select customer_id, 'expiring', day || ' ' || notice,
      jsonb_build_object('credits', sum(remaining), 'expires_at', instant(min(grants.expires_at))), store_now(), store_now()
    from accounts
    join customers using (customer_id)
    join credit_grants grants using (customer_id)
    cross join lateral (
      select (grants.expires_at at time zone 'America/Chicago')::date as day,
        (grants.created_at at time zone 'America/Chicago')::date as first_day,
        (store_now() at time zone 'America/Chicago' - interval '9 h')::date as today
    ) days
    join (values (14, 11), (3, 1)) notices (notice, least) on day - today between least and notice
    where credits_due_at < (select store_now()) + interval '16 days' and expiring_notice and email is not null
      and is_open and voided_at is null and first_day < day - notice
    group by customer_id, day, notice
    on conflict (customer_id, kind, cause) do nothing`);
};
