import { inBatches } from '../database/batches.ts';
import { type Database, isDatabaseUnavailable, type Queryable } from '../database/database.ts';
import type { Credits, CustomerCredits, Grant, Hold, Spend } from './credits.ts';

/** A row that an account's expired credits may have outdated. */
type Maybe<Row> = Row & { readonly customerId: string; readonly isDue: boolean };

type Reads = Pick<Credits, 'readCustomer' | 'findCustomersByEmail' | 'listGrants' | 'readSpend' | 'readHold'>;

const batches = {
  size: 64,
  concurrency: 4,
  isUndone: (error: unknown) => !isDatabaseUnavailable(error),
};

/** SQL: whether an account has expired credits that are not booked yet. */
export const isCreditDue =
  '(accounts.granted_movement < accounts.movements or accounts.credits_due_at <= store_now())';

/** Books these customers' expired credits. */
export const refreshCredits = async (database: Queryable, customerIds: readonly string[]): Promise<void> => {
  if (customerIds.length > 0)
    await database.query('select refresh_credits($1)', [[...new Set(customerIds)].sort()]);
};

/** Reads rows. If their customers have expired credits that are not booked yet, books them and reads again. */
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

/** Every read first books expired credits. */
export const createCreditReads = (database: Database) => {
  const readCustomer = inBatches(
    async (customerIds: readonly string[]) => {
      const rows = await readCurrent<Maybe<Omit<CustomerCredits, 'id'>>>(database, findCustomers, [
        customerIds,
      ]);
      const found = new Map(rows.map((row) => [row.customerId, toCustomer(row)]));
      return customerIds.map((customerId) => found.get(customerId) ?? null);
    },
    { ...batches, keyOf: (customerId) => customerId },
  );

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

  const reads: Reads = {
    readCustomer: (customerId) => readCustomer(customerId),

    findCustomersByEmail: async (email) =>
      (await readCurrent<Maybe<Omit<CustomerCredits, 'id'>>>(database, findByEmail, [email])).map(toCustomer),

    async listGrants(customerId) {
      const rows = await readCurrent<Maybe<GrantRow>>(database, findGrants, [customerId]);
      if (rows.length === 0) return null;
      return rows.flatMap(({ isDue: _, ...grant }) => (grant.id === null ? [] : [grant]));
    },

    async readSpend(id) {
      const [row] = await readCurrent<Maybe<Spend>>(database, findSpend, [id]);
      if (row === undefined) return null;
      const { isDue: _, ...spend } = row;
      return spend;
    },

    async readHold(id) {
      const [row] = await readCurrent<Maybe<Hold>>(database, findHold, [id]);
      if (row === undefined) return null;
      const { isDue: _, ...hold } = row;
      return hold;
    },
  };

  return {
    reads,
    /** Undefined if no call has claimed the id. */
    findCustomerOf: (kind: string, id: string): Promise<string | undefined> => findCustomerOf({ kind, id }),
  };
};

type GrantRow = Grant | { readonly id: null };

const toCustomer = ({
  customerId,
  email,
  balance,
  held,
  available,
}: Maybe<Omit<CustomerCredits, 'id'>>): CustomerCredits => ({
  id: customerId,
  email,
  balance,
  held,
  available,
});

const sums = 'accounts.balance, accounts.held, accounts.balance - accounts.held as available';

const customerRow = `
  select customers.customer_id as "customerId", customers.email, ${sums}, ${isCreditDue} as "isDue"
  from customers join accounts using (customer_id)`;

const findCustomers = `${customerRow} where customer_id = any($1::text[])`;

/** The column has only verified addresses. */
const findByEmail = `${customerRow} where lower(customers.email) = lower($1) order by customers.created_at, customer_id`;

const findClaims = `
  select claims.kind, claims.id, claims.customer_id as "customerId"
  from unnest($1::text[], $2::uuid[]) as asked (kind, id)
  join credit_claims claims on claims.kind = asked.kind and claims.id = asked.id`;

/** One row without a grant if there is none. */
const findGrants = `
  select grants.grant_id as id, accounts.customer_id as "customerId", grants.kind, grants.credits, grants.remaining,
    grants.held, grants.priority, grants.reason, grants.expires_at as "expiresAt", grants.created_at as "createdAt",
    ${isCreditDue} as "isDue"
  from accounts
  left join credit_grants grants on grants.customer_id = accounts.customer_id and grants.is_open
    and grants.voided_at is null and (grants.expires_at is null or grants.expires_at > store_now())
  where accounts.customer_id = $1
  order by grants.priority, grants.expires_at, grants.kind = 'purchase', grants.created_at, grants.grant_id`;

const findSpend = `
  select spends.spend_id as id, spends.customer_id as "customerId", spends.credits, spends.returned, spends.reference,
    spends.description, spends.created_at as "createdAt", ${sums}, ${isCreditDue} as "isDue"
  from credit_claims claims
  join spends on spends.customer_id = claims.customer_id and spends.spend_id = claims.id
  join accounts on accounts.customer_id = claims.customer_id
  where claims.kind = 'spend' and claims.id = $1`;

const findHold = `
  select holds.hold_id as id, holds.customer_id as "customerId", holds.credits, holds.state, holds.captured,
    holds.reference, holds.expires_at as "expiresAt", holds.created_at as "createdAt", ${sums},
    ${isCreditDue} as "isDue"
  from credit_claims claims
  join holds on holds.customer_id = claims.customer_id and holds.hold_id = claims.id
  join accounts on accounts.customer_id = claims.customer_id
  where claims.kind = 'hold' and claims.id = $1`;
