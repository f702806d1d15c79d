import { LRUCache } from 'lru-cache';
import type { Profile } from '#contract/account.ts';
import { callForRow } from '../database/call-function.ts';
import type { Database, Queryable } from '../database/database.ts';
import { customerNotFound, poolUnavailable, signInNeeded } from '../http/http-error.ts';
import type { Caller } from './authentication.ts';
import type { FindPoolAccount } from './pool-accounts.ts';
import type { CustomerAttributes, PoolAnswer } from './pool-users.ts';

/** How long to wait before asking the pool again about a customer without a name, in ms. */
const keptMs = { answered: 5 * 60_000, unanswered: 10_000 };
const capacity = 10_000;

const profileColumns = 'customer_id as id, email, first_name as "firstName", last_name as "lastName", phone';

/** SQL that checks for another account with the same email, which may have the credits the customer expects here. */
const hasOtherAccount = `exists (
  select from customers others where lower(others.email) = lower(customers.email) and others.customer_id <> customers.customer_id
) as "hasOtherAccount"`;

/**
 * Creates a customer's record at the first call. Reads the pool's attributes once per token, because the app
 * gets a new one after it changes them. Reads them again while the first name is missing.
 * @param now a monotonic clock in milliseconds
 */
export const createCustomers = (
  database: Database,
  findUser: (accessToken: string) => Promise<PoolAnswer>,
  now = () => performance.now(),
) => {
  const askAgainAt = new LRUCache<string, number>({ max: capacity });

  const learn = async ({ customerId, accessToken, signedInAt, issuedAt }: Caller): Promise<void> => {
    const asked = `${customerId} ${signedInAt?.getTime()} ${issuedAt?.getTime()}`;
    if (now() < (askAgainAt.get(asked) ?? Number.NEGATIVE_INFINITY)) return;
    const answer = await findUser(accessToken);
    if (answer.state === 'ended') throw signInNeeded();
    const attributes = answer.state === 'current' ? answer.attributes : undefined;
    await database.transaction((transaction) =>
      saveCustomer(transaction, customerId, attributes, signedInAt),
    );
    askAgainAt.set(asked, now() + keptMs[answer.state === 'unanswered' ? 'unanswered' : 'answered']);
  };

  return {
    /** Creates the record if missing. @throws {HttpError} 401 if the pool disabled the user or revoked the session */
    async ensure(caller: Caller): Promise<Profile> {
      const [known] = await database.query<ProfileRow>(findCurrent, [caller.customerId, caller.issuedAt]);
      if (known !== undefined) return toProfile(known);
      await learn(caller);
      const [row] = await database.query<ProfileRow>(findProfile, [caller.customerId]);
      if (row === undefined) throw new Error('The record of a cached customer is missing.');
      return toProfile(row);
    },
  };
};

interface ProfileRow extends Profile {
  readonly hasOtherAccount: boolean;
}

const toProfile = ({ hasOtherAccount, ...profile }: ProfileRow): Profile =>
  hasOtherAccount ? { ...profile, hasOtherAccount } : profile;

const findProfile = `select ${profileColumns}, ${hasOtherAccount} from customers where customer_id = $1`;

/** A token's times are truncated to seconds, so attributes read within that second may predate the token. */
const findCurrent = `${findProfile}
  and attributes_read_at is not null and first_name is not null
  and ($2::timestamptz is null or attributes_read_at >= $2::timestamptz + interval '1 s')`;

/**
 * Creates a function that adds a customer before their first visit, and returns whether it did. The first visit reads the
 * attributes. Asks the pool only about customers that the store doesn't know.
 * @param findPoolAccount if undefined, the store trusts that the pool has the user
 * @throws {HttpError} 404 if the customer was erased or the pool has no such user, 503 if the pool doesn't respond
 */
export const createCustomerAdder =
  (database: Database, findPoolAccount: FindPoolAccount | undefined) =>
  async (customerId: string): Promise<boolean> => {
    const [known] = await database.query<{ isErased: boolean }>(findErased, [customerId]);
    if (known !== undefined && !known.isErased) return false;
    const account = known?.isErased ? 'gone' : await findPoolAccount?.(customerId);
    if (account === 'gone') throw customerNotFound();
    if (account === 'unknown') throw poolUnavailable();
    return database.transaction((transaction) => saveCustomer(transaction, customerId, undefined, null));
  };

/** A sign-in after the erasure reads the attributes again. */
const findErased = `
  select erased_at is not null and attributes_read_at is null as "isErased" from customers where customer_id = $1`;

/**
 * Creates or updates a customer, and returns whether it created one. After an erasure, only a later sign-in can update the
 * record. After a request to delete the account, nothing does.
 * @param signedInAt start of the session that supplied the attributes; null if unknown
 */
export const saveCustomer = async (
  transaction: Queryable,
  customerId: string,
  attributes: CustomerAttributes | undefined,
  signedInAt: Date | null,
): Promise<boolean> => {
  const { email, firstName, lastName, phone, unverifiedEmail }: Partial<CustomerAttributes> =
    attributes ?? {};
  await transaction.query(
    `insert into customers as existing
       (customer_id, email, first_name, last_name, phone, attributes_read_at, created_at)
     values ($1, $2, $3, $4, $5, case when $6::boolean then store_now() end, store_now())
     on conflict (customer_id) do update set
       email = coalesce(excluded.email, case when lower(existing.email) = lower($7) then null else existing.email end),
       first_name = case when $6 then excluded.first_name else existing.first_name end,
       last_name = case when $6 then excluded.last_name else existing.last_name end,
       phone = case when $6 then excluded.phone else existing.phone end,
       attributes_read_at = coalesce(excluded.attributes_read_at, existing.attributes_read_at)
     where existing.deletion_requested_at is null
       and (existing.erased_at is null or $8::timestamptz > existing.erased_at)`,
    [customerId, email, firstName, lastName, phone, attributes !== undefined, unverifiedEmail, signedInAt],
  );
  return (await callForRow(transaction, 'open_account', { customer: customerId })).value;
};
