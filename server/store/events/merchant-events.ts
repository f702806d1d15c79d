import type { MerchantReplies } from '#contract/merchant/replies.ts';
import type { StoreConfig } from '../config/config.ts';
import { callForRow } from '../database/call-function.ts';
import type { Queryable } from '../database/database.ts';
import { merchantError } from '../http/http-error.ts';
import { toTransaction } from '../ledger/ledger.ts';
import type { LedgerEntry } from '../ledger/pages.ts';

type Event = MerchantReplies['Event'];
type PurchaseEvent = Extract<Event, { type: `purchase.${string}` }>;
type PurchaseRow = Omit<LedgerEntry, 'created_at'> & {
  readonly customer_id: string;
  readonly product_id: string;
  readonly created_at: string;
};

/** An event as the SQL function `describe_event` returns it. */
export type EventRow =
  | Exclude<Event, PurchaseEvent>
  | (Pick<PurchaseEvent, 'id' | 'timestamp' | 'type'> & {
      readonly data: PurchaseRow | MerchantReplies['Erased'];
    });

/** Stores the settings in the database, so that all processes share them. */
export const shareEventSettings = async (
  database: Queryable,
  { lowBalanceCredits, mail }: Pick<StoreConfig, 'lowBalanceCredits'> & Partial<Pick<StoreConfig, 'mail'>>,
): Promise<void> => {
  await database.query(
    `update event_settings set low_balance_credits = $1::bigint, sends_mail = $2
     where low_balance_credits <> $1::bigint or sends_mail <> $2`,
    [lowBalanceCredits, mail !== undefined],
  );
};

const atOnce = 1_000;

/** Assigns ids to all committed events. */
export const publishEvents = (database: Queryable): Promise<void> => repeat(database, 'publish_events');

/** Publishes new events, and deletes those older than 30 days even if they were never read. */
export const tendEvents = async (database: Queryable): Promise<void> => {
  await publishEvents(database);
  await repeat(database, 'delete_old_events');
};

const repeat = async (database: Queryable, step: 'publish_events' | 'delete_old_events'): Promise<void> => {
  let count = atOnce;
  while (count === atOnce) count = (await callForRow(database, step, { limit: atOnce })).value;
};

/**
 * Returns events with ids above `after`, oldest first, including events that were just committed. 0 starts at the
 * oldest event.
 * @throws {HttpError} 410 if later events were deleted, or 409 if no event ever had the id `after`
 */
export const readEvents = async (
  database: Queryable,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<MerchantReplies['Event'][]> => {
  await publishEvents(database);
  const events: MerchantReplies['Event'][] = [];
  for (let isLast = false; !isLast; ) {
    const count = Math.min(pageSize, limit - events.length);
    const rows = await database.query<{ event: EventRow }>(findEvents, [events.at(-1)?.id ?? after, count]);
    events.push(...rows.map(({ event }) => toEvent(event)));
    isLast = rows.length < pageSize || events.length === limit;
  }
  // Check last, to detect events that were deleted before they could be read.
  const [place] = await database.query<{ isGone: boolean; isUnknown: boolean }>(findPlace, [after]);
  if (place?.isGone)
    throw merchantError(
      'events-gone',
      'Events after the id `after` were deleted, because they were older than 30 days.',
    );
  if (place?.isUnknown)
    throw merchantError(
      'unknown-event',
      'There is no event with the id `after`. The id is another store’s, or this store was restored from a backup.',
    );
  return events;
};

/** Number of events to read at a time. Parsing all 1,000 at once would block other requests. */
const pageSize = 100;

/** SQL that checks whether later events were deleted, and whether the id never existed. Ids start at 10^15 + 1. */
const findPlace = `
  select coalesce(deleted_id > $1::bigint, false) as "isGone",
    $1::bigint > coalesce(deleted_id, 1000000000000000)
      and not exists (select from events where event_id = $1::bigint) as "isUnknown"
  from event_numbers where $1::bigint > 0`;

const findEvents =
  'select describe_event(events) as event from events where event_id > $1::bigint order by event_id limit $2';

/** Returns a customer's events, oldest first. */
export const readEventsAbout = async (
  database: Queryable,
  customerId: string,
): Promise<MerchantReplies['Event'][]> => {
  await publishEvents(database);
  const rows = await database.query<{ event: EventRow }>(
    'select describe_event(events) as event from events where customer_id = $1 order by event_id',
    [customerId],
  );
  return rows.map(({ event }) => toEvent(event));
};

const isPurchase = (row: EventRow): row is Exclude<EventRow, Exclude<Event, PurchaseEvent>> =>
  row.type.startsWith('purchase.');

/** Formats an event as the merchant's API returns it and as webhooks send it. */
export const toEvent = (row: EventRow): Event => {
  if (row.data === null)
    throw new Error(`This release does not know the type of event ${row.id}; a newer one does.`);
  if (!isPurchase(row)) return row;
  if ('erased' in row.data) return { ...row, data: row.data };
  return { ...row, data: toPurchase(row.data) };
};

/** Adds the amounts as numbers, and plain names for the gateway's ids. */
const toPurchase = ({ created_at, ...row }: PurchaseRow): MerchantReplies['Purchase'] => {
  const entry = toTransaction({ ...row, created_at: new Date(created_at) });
  return {
    ...entry,
    customer_id: row.customer_id,
    product_id: row.product_id,
    amount_cents: row.amount_cents,
    currency: 'USD',
    refunded_cents: row.refunded_cents,
    order_id: row.order_id,
    gateway_transaction_id: row.gateway_transaction_id,
    reversals: entry.reversals.map((reversal, place) => ({
      ...reversal,
      amount_cents: row.reversals?.[place]?.cents ?? 0,
    })),
  };
};
