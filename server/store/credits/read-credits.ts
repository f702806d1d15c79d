import type { QueryResultRow } from 'pg';
import { type Holds, maxHolds } from '#contract/credits.ts';
import type { MerchantReplies } from '#contract/merchant/replies.ts';
import { inBatches } from '../database/batches.ts';
import { callFunction } from '../database/call-function.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { MerchantHold, MerchantSpend } from '../database/functions.gen.ts';

/** A row that is stale if the account has expired credits that aren't booked (`isDue`). */
type Maybe<Row> = Row & { readonly customerId: string; readonly isDue: boolean };

type Customer = MerchantReplies['Customer'];
type Grant = MerchantReplies['Grants']['grants'][number];
type Hold = Holds['holds'][number];

const batches = { size: 64, concurrency: 4 };

/** SQL condition that checks whether an account has expired credits that aren't booked yet. */
export const isCreditDue =
  '(accounts.granted_movement < accounts.movements or accounts.credits_due_at <= store_now())';

/** Books the customers' expired credits. */
export const refreshCredits = async (database: Queryable, customerIds: readonly string[]): Promise<void> => {
  if (customerIds.length > 0)
    await callFunction(database, 'refresh_credits', { customers: [...new Set(customerIds)].sort() });
};

/** Reads rows. If a customer has expired credits that aren't booked yet, books them and reads again. */
export const readCurrent = async <Row extends { readonly isDue: boolean; readonly customerId: string }>(
  database: Queryable,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> => {
  const rows = await database.query<Row>(sql, values);
  const due = rows.filter(({ isDue }) => isDue);
  if (due.length === 0) return rows;
  await refreshCredits(
    database,
    due.map(({ customerId }) => customerId),
  );
  return database.query<Row>(sql, values);
};

/**
 * Creates a reader that returns one row per customer, or undefined without a customer record. It first books expired
 * credits, and batches simultaneous reads because the round trip is half their cost. An unreadable row fails alone.
 * @param sql with the customers' ids as $1
 */
export const createCustomerReader = <Row extends QueryResultRow>(database: Database, sql: string) =>
  inBatches(
    async (customerIds: readonly string[]) => {
      const rows = await readCurrent<Maybe<Row>>(database, sql, [customerIds]);
      const found = new Map(rows.map(({ customerId, isDue: _, ...row }) => [customerId, row]));
      return customerIds.map((customerId) => found.get(customerId));
    },
    { ...batches, keyOf: (customerId) => customerId },
  );

/** Creates functions that read credits. Each first books expired credits. */
export const createCreditReads = (database: Database) => {
  const readCustomer = createCustomerReader<Customer>(database, findCustomers);

  const findCustomerOf = inBatches(
    async (claims: readonly { readonly kind: string; readonly id: string }[]) => {
      const rows = await database.query<{ kind: string; id: string; customerId: string }>(findClaims, [
        claims.map(({ kind }) => kind),
        claims.map(({ id }) => id),
      ]);
      const found = new Map(rows.map(({ kind, id, customerId }) => [`${kind} ${id}`, customerId]));
      return claims.map(({ kind, id }) => found.get(`${kind} ${id}`));
    },
    { ...batches, keyOf: ({ kind, id }) => `${kind} ${id}` },
  );

  const reads = {
    readCustomer: async (customerId: string) => (await readCustomer(customerId)) ?? null,

    /** Finds customers by verified email address, ignoring case. */
    findCustomersByEmail: async (email: string) =>
      (await readCurrent<Maybe<Customer>>(database, findByEmail, [email])).map(toCustomer),

    /** Lists the grants with credits left, in the order they'll be spent. Null if the customer is unknown. */
    async listGrants(customerId: string): Promise<Grant[] | null> {
      const rows = await readCurrent<Maybe<Grant | { readonly id: null }>>(database, findGrants, [
        customerId,
      ]);
      if (rows.length === 0) return null;
      return rows.flatMap(({ isDue: _, customerId: __, ...grant }) => (grant.id === null ? [] : [grant]));
    },

    async readSpend(id: string): Promise<MerchantSpend | null> {
      const [row] = await readCurrent<Maybe<{ spend: MerchantSpend }>>(database, findSpend, [id]);
      return row?.spend ?? null;
    },

    async readHold(id: string): Promise<MerchantHold | null> {
      const [row] = await readCurrent<Maybe<{ hold: MerchantHold }>>(database, findHold, [id]);
      return row?.hold ?? null;
    },
  };

  return {
    reads,
    /** Lists a customer's open holds. Returns null if there is no such customer. */
    async listHolds(customerId: string): Promise<Holds['holds'] | null> {
      const rows = await readCurrent<Maybe<Hold | { readonly id: null }>>(database, findHolds, [customerId]);
      if (rows.length === 0) return null;
      return rows.flatMap(({ isDue: _, customerId: __, ...hold }) => (hold.id === null ? [] : [hold]));
    },
    /** Finds the customer of a call's id. Returns undefined if no call has used the id. */
    findCustomerOf: (kind: string, id: string): Promise<string | undefined> => findCustomerOf({ kind, id }),
  };
};

const toCustomer = ({ customerId: _, isDue: __, ...customer }: Maybe<Customer>): Customer => customer;

/** SQL for an account's spending limit, or null without a limit. */
export const limitOf =
  'case when accounts.spending_limit is not null then to_json(describe_limit(accounts.customer_id)) end';

const customerRow = `
  select customers.customer_id as id, customers.email, accounts.balance, accounts.held,
    accounts.balance - accounts.held as available, ${limitOf} as spending_limit,
    customers.customer_id as "customerId", ${isCreditDue} as "isDue"
  from customers join accounts using (customer_id)`;

const findCustomers = `${customerRow} where customer_id = any($1::text[])`;

/** Doesn't check whether addresses are verified, because the column contains no others. */
const findByEmail = `${customerRow} where lower(customers.email) = lower($1) order by customers.created_at, customer_id`;

const findClaims = `
  select claims.kind, claims.id, claims.customer_id as "customerId"
  from unnest($1::text[], $2::uuid[]) as asked (kind, id)
  join credit_claims claims on claims.kind = asked.kind and claims.id = asked.id`;

/** Returns one row without a grant if the customer has none. */
const findGrants = `
  select grants.grant_id as id, grants.kind, grants.credits, grants.remaining, grants.held, grants.priority,
    instant(grants.expires_at) as expires_at, instant(grants.created_at) as created_at,
    accounts.customer_id as "customerId", ${isCreditDue} as "isDue"
  from accounts
  left join lateral spendable_grants(accounts.customer_id) grants on grants.voided_at is null
    and (grants.expires_at is null or grants.expires_at > store_now())
  where accounts.customer_id = $1`;

/** Returns one row without a hold if the customer has none. The order is that of the index. */
const findHolds = `
  select hold_id as id, credits, reference, null as description, instant(expires_at) as expires_at,
    instant(created_at) as created_at, accounts.customer_id as "customerId", ${isCreditDue} as "isDue"
  from accounts
  left join holds on holds.customer_id = accounts.customer_id and state = 'open' and expires_at > store_now()
    and refund_id is null
  where accounts.customer_id = $1
  order by holds.expires_at, hold_id
  limit ${maxHolds}`;

const findSpend = `
  select to_json(describe_spend(spends, spends.returned, accounts.balance, accounts.held)) as spend,
    accounts.customer_id as "customerId", ${isCreditDue} as "isDue"
  from credit_claims claims
  join spends on spends.customer_id = claims.customer_id and spends.spend_id = claims.id
  join accounts on accounts.customer_id = claims.customer_id
  where claims.kind = 'spend' and claims.id = $1`;

const findHold = `
  select to_json(describe_hold(holds, accounts.balance, accounts.held)) as hold,
    accounts.customer_id as "customerId", ${isCreditDue} as "isDue"
  from credit_claims claims
  join holds on holds.customer_id = claims.customer_id and holds.hold_id = claims.id
  join accounts on accounts.customer_id = claims.customer_id
  where claims.kind = 'hold' and claims.id = $1`;
