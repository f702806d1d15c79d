import { createHash, randomBytes } from 'node:crypto';
import type { MailConfig } from '../config/config.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { Log } from '../logging/logging.ts';
import type { Meter } from '../metrics/meter.ts';
import { createOutboxSender, patienceMs, retryDelayMs } from '../outbox.ts';
import { composeMail } from './html.ts';
import type { MailPoster } from './post-mail.ts';
import { type MailData, type MailKind, writeMail } from './texts.ts';

interface Mail {
  readonly id: string;
  readonly customerId: string;
  readonly kind: MailKind;
  readonly data: MailData[MailKind];
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

interface SenderParts {
  readonly config: MailConfig;
  readonly database: Database;
  readonly log: Log;
  readonly meter: Pick<Meter, 'mailSent'>;
  readonly post: MailPoster;
  /** How long to keep other processes from starting the same mail, in milliseconds. */
  readonly leaseMs: number;
  /** Looks up an order in the gateway's records, which have the card's last digits. */
  readonly lookUp: (orderId: string) => Promise<unknown>;
}

/** Maximum concurrent connections from this process to the mail server. */
const maxInFlight = 4;

/** Returns the hash under which the store keeps the token of a link that unsubscribes. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Sends the mails that SQL functions add, each at least once and always with the same Message-ID. */
export const createMailSender = (parts: SenderParts) => {
  const { config, database, log, meter, post, leaseMs, lookUp } = parts;

  /** Adds a link that stops a customer's mails of one kind. */
  const addUnsubscribeUrl = async ({ customerId, kind }: Mail): Promise<string> => {
    const token = randomBytes(32).toString('base64url');
    await database.query(insertToken, [tokenHash(token), customerId, kind]);
    return `${config.apiUrl}/mail/unsubscribe/${token}`;
  };

  const send = async (mail: Mail, signal: AbortSignal): Promise<void> => {
    const { id, kind, email: to, createdAt: date } = mail;
    const words = writeMail(kind, mail.data, config.seller.name);
    const unsubscribeUrl = words.because === undefined ? undefined : await addUnsubscribeUrl(mail);
    const content = composeMail(words, config, unsubscribeUrl);
    const result = await post({ id, kind, to, date, unsubscribeUrl, ...content }, signal);
    if (signal.aborted && result.outcome === 'failed') return;
    const outcome = result.outcome === 'failed' && mail.isLastAttempt ? 'given-up' : result.outcome;
    if (outcome === 'failed') await retry(database, mail, retryDelayMs(mail.attempts));
    else await end(database, mail, outcome);
    meter.mailSent(outcome);
    const { why, status } = result;
    const line = { event: 'mail-failed', reference: id, kind, outcome, why, status };
    if (outcome !== 'sent') log[outcome === 'failed' ? 'info' : 'warn'](line);
  };

  return createOutboxSender<Mail>({
    claim: (inFlight) => database.query<Mail>(claimDue, [maxInFlight - inFlight.length, leaseMs, patienceMs]),
    async deliver(mail, signal) {
      const { obstacle, orderWithoutCard, attempts } = mail;
      if (obstacle !== null) return end(database, mail, obstacle);
      if (orderWithoutCard === null || attempts > 1) return send(mail, signal);
      // The mail is also useful without the card.
      await lookUp(orderWithoutCard).catch(() => undefined);
      return retry(database, mail, 0);
    },
    onError: ({ id, kind }, error) => log.error({ event: 'mail-not-booked', reference: id, kind, error }),
  });
};

/** Ends a mail for good, and empties it. */
const end = async (database: Queryable, { id }: Mail, outcome: string): Promise<void> => {
  await database.query(
    `update mails set next_attempt_at = null, outcome = $2, data = '{}' where mail_id = $1 and outcome is null`,
    [id, outcome],
  );
};

/** Makes a mail due again, unless another process has started the next attempt. */
const retry = async (database: Queryable, { id, attempts }: Mail, delayMs: number): Promise<void> => {
  await database.query(
    `update mails set next_attempt_at = store_now() + $3::bigint * interval '1 ms'
     where mail_id = $1 and attempts = $2 and outcome is null`,
    [id, attempts, delayMs],
  );
};

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

const insertToken = 'insert into mail_tokens (token_hash, customer_id, kind) values ($1, $2, $3)';

/**
 * Adds the mails about credits that expire in 14 or 3 days: one for each customer and day in Chicago, from 9 AM on. Makes
 * up for days without a run. Safe to repeat.
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
        (grants.created_at at time zone 'America/Chicago')::date as first_day
    ) days
    cross join (select (store_now() at time zone 'America/Chicago' - interval '9 h')::date as today) now
    join (values (14, 4), (3, 1)) notices (notice, least) on day - today between least and notice
    where credits_due_at < (select store_now()) + interval '16 days' and expiring_notice and email is not null
      and is_open and voided_at is null and first_day < day - notice
    group by customer_id, day, notice
    on conflict (customer_id, kind, cause) do nothing`);
};
