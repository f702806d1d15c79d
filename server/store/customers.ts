import type { Profile } from '#contract/account.ts';
import type { Database, Queryable } from './database/database.ts';

/** What the identity provider knows of a customer. Null: not given. */
export type CustomerAttributes = Pick<Profile, 'email' | 'firstName' | 'lastName' | 'phone'>;

const profileColumns = 'customer_id as id, email, first_name as "firstName", last_name as "lastName", phone';

/**
 * The record of a customer, made with its account when it is not there yet. The attributes are requested until they
 * have been received once with a first name, as one may be given later; without them the record is made all the same,
 * with nulls.
 *
 * @param readAttributes asks the identity provider; undefined when it is unavailable
 */
export const ensureCustomer = async (
  database: Database,
  customerId: string,
  readAttributes: () => Promise<CustomerAttributes | undefined>,
): Promise<Profile> => {
  const [known] = await database.query<Profile>(
    `select ${profileColumns} from customers where customer_id = $1 and attributes_read_at is not null and first_name is not null`,
    [customerId],
  );
  if (known !== undefined) return known;
  const attributes = await readAttributes();
  return database.transaction((transaction) => saveCustomer(transaction, customerId, attributes));
};

/** Makes the record and the account of a customer, or fills in what has been learnt of one who has them. */
export const saveCustomer = async (
  transaction: Queryable,
  customerId: string,
  attributes: CustomerAttributes | undefined,
): Promise<Profile> => {
  const { email, firstName, lastName, phone }: Partial<CustomerAttributes> = attributes ?? {};
  const [customer] = await transaction.query<Profile>(
    `insert into customers as existing
       (customer_id, email, first_name, last_name, phone, attributes_read_at, created_at)
     values ($1, $2, $3, $4, $5, case when $6::boolean then store_now() end, store_now())
     on conflict (customer_id) do update set
       email = coalesce(excluded.email, existing.email),
       first_name = coalesce(excluded.first_name, existing.first_name),
       last_name = coalesce(excluded.last_name, existing.last_name),
       phone = coalesce(excluded.phone, existing.phone),
       attributes_read_at = coalesce(excluded.attributes_read_at, existing.attributes_read_at)
     returning ${profileColumns}`,
    [customerId, email, firstName, lastName, phone, attributes !== undefined],
  );
  await transaction.query('insert into accounts (customer_id) values ($1) on conflict do nothing', [
    customerId,
  ]);
  if (customer === undefined) throw new Error('An upsert returned no row.');
  return customer;
};
