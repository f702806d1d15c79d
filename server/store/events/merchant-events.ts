import type { MerchantReplies } from '#contract/merchant/replies.ts';
import type { StoreConfig } from '../config/config.ts';
import type { CustomerCredits, Grant, Hold, Spend } from '../credits/credits.ts';
import type { Queryable } from '../database/database.ts';
import { merchantError } from '../http/http-error.ts';
import {
  type Purchase,
  type TopUpCharge,
  toCustomer,
  toGrant,
  toHold,
  toPurchase,
  toSpend,
  toTopUp,
  toTopUpPause,
} from '../merchant/answers.ts';

/** What a function of the database describes, in JSON: its times are strings. */
type Described<Resource> = {
  readonly [Field in keyof Resource]: Date extends Resource[Field]
    ? Exclude<Resource[Field], Date> | string
    : Resource[Field];
};

type DescribedEvent =
  | { readonly type: 'purchase.completed' | 'purchase.reversed'; readonly data: Described<Purchase> }
  | { readonly type: 'spend.returned'; readonly data: Described<Spend> }
  | { readonly type: 'hold.expired'; readonly data: Described<Hold> }
  | { readonly type: 'grant.expired'; readonly data: Described<Grant> }
  | { readonly type: 'top_up.completed' | 'top_up.failed'; readonly data: TopUpCharge }
  | { readonly type: 'top_up.paused'; readonly data: MerchantReplies['TopUpPause'] }
  | { readonly type: 'balance.low' | 'balance.exhausted'; readonly data: CustomerCredits };

/** A row of `events`, read with {@link eventColumns}. */
export type EventRow = DescribedEvent & {
  readonly eventId: number;
  readonly occurredAt: Date;
  /** If not null, `data` has only the resource's id. */
  readonly erasedAt: Date | null;
};

/** SQL: the columns of an {@link EventRow}. */
export const eventColumns = `events.event_id as "eventId", events.type, events.data,
  events.occurred_at as "occurredAt", events.erased_at as "erasedAt"`;

/** Stores the setting for all processes. */
export const shareEventSettings = async (
  database: Queryable,
  { lowBalanceCredits }: Pick<StoreConfig, 'lowBalanceCredits'>,
): Promise<void> => {
  await database.query(
    'update event_settings set low_balance_credits = $1::bigint where low_balance_credits <> $1::bigint',
    [lowBalanceCredits],
  );
};

const atOnce = 1_000;

/** Numbers all events that are committed. */
export const publishEvents = (database: Queryable): Promise<void> =>
  repeat(database, 'select publish_events($1) as count');

/** Deletes events that are older than 30 days, also those that no one has read. */
export const tendEvents = async (database: Queryable): Promise<void> => {
  await publishEvents(database);
  await repeat(database, 'select delete_old_events($1) as count');
};

const repeat = async (database: Queryable, step: string): Promise<void> => {
  let count = atOnce;
  while (count === atOnce) {
    const [row] = await database.query<{ count: number }>(step, [atOnce]);
    count = row?.count ?? 0;
  }
};

/**
 * Returns the events with higher ids than `after`, oldest first, including those of changes that were just committed. 0 starts
 * at the oldest one.
 * @throws HttpError 410 if later events were deleted, or 409 if there never was an event `after`
 */
export const readEvents = async (
  database: Queryable,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<MerchantReplies['Event'][]> => {
  await publishEvents(database);
  const events: MerchantReplies['Event'][] = [];
  for (let isLast = false; !isLast; ) {
    const count = Math.min(pageSize, limit - events.length);
    const rows = await database.query<EventRow>(findEvents, [events.at(-1)?.id ?? after, count]);
    events.push(...rows.map(toEvent));
    isLast = rows.length < pageSize || events.length === limit;
  }
  // Last, so that it also finds what was deleted before the events were read.
  const [place] = await database.query<{ isGone: boolean; isUnknown: boolean }>(findPlace, [after]);
  if (place?.isGone)
    throw merchantError(
      'events-gone',
      'Events after the id `after` were deleted, because they were older than 30 days.',
    );
  if (place?.isUnknown)
    throw merchantError(
      'unknown-event',
      'There is no event with the id `after`. It is another store’s, or this store was restored from a backup.',
    );
  return events;
};

/** Parsing all 1,000 events at once would block other requests. */
const pageSize = 100;

/** SQL: whether events after an id were deleted, and whether there never was one with it. The first id ends in 1. */
const findPlace = `
  select coalesce(deleted_id > $1::bigint, false) as "isGone",
    $1::bigint > coalesce(deleted_id, 1000000000000000)
      and not exists (select from events where event_id = $1::bigint) as "isUnknown"
  from event_numbers where $1::bigint > 0`;

const findEvents = `select ${eventColumns} from events where event_id > $1::bigint order by event_id limit $2`;

/** A customer's events, oldest first. */
export const readEventsAbout = async (
  database: Queryable,
  customerId: string,
): Promise<MerchantReplies['Event'][]> => {
  await publishEvents(database);
  const rows = await database.query<EventRow>(
    `select ${eventColumns} from events where customer_id = $1 order by event_id`,
    [customerId],
  );
  return rows.map(toEvent);
};

/** An event as the merchant's API returns it, and as the store sends it. */
export const toEvent = (row: EventRow): MerchantReplies['Event'] => {
  const common = { id: String(row.eventId), timestamp: row.occurredAt.toISOString() };
  if (row.erasedAt !== null) return { ...common, type: row.type, data: { id: row.data.id, erased: true } };
  switch (row.type) {
    case 'purchase.completed':
    case 'purchase.reversed': {
      const { type, data } = row;
      return { ...common, type, data: toPurchase({ ...data, created_at: new Date(data.created_at) }) };
    }
    case 'spend.returned': {
      const { type, data } = row;
      return { ...common, type, data: toSpend({ ...data, createdAt: new Date(data.createdAt) }) };
    }
    case 'hold.expired': {
      const { type, data } = row;
      const times = { createdAt: new Date(data.createdAt), expiresAt: new Date(data.expiresAt) };
      return { ...common, type, data: toHold({ ...data, ...times }) };
    }
    case 'grant.expired': {
      const { type, data } = row;
      const expiresAt = data.expiresAt === null ? null : new Date(data.expiresAt);
      return { ...common, type, data: toGrant({ ...data, createdAt: new Date(data.createdAt), expiresAt }) };
    }
    case 'balance.low':
    case 'balance.exhausted':
      return { ...common, type: row.type, data: toCustomer(row.data) };
    case 'top_up.completed':
    case 'top_up.failed':
      return { ...common, type: row.type, data: toTopUp(row.data) };
    case 'top_up.paused':
      return { ...common, type: row.type, data: toTopUpPause(row.data) };
    default:
      throw new Error(`This release does not know the type of event ${common.id}; a newer one does.`);
  }
};
