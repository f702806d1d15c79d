import type { Profile } from '#contract/account.ts';
import type { Database } from './database/database.ts';

/** What the identity provider knows of a customer. Null: not given. */
export interface CustomerAttributes {
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
}

interface CustomerRow {
  customer_id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  attributes_read_at: Date | null;
}

export interface Customers {
  /**
   * The record of a customer, made with its account when it is not there yet. The attributes are asked for until they
   * have been had once; without them the record is made all the same, with nulls.
   *
   * @param readAttributes asks the identity provider; undefined when it could not tell
   */
  ensure(
    customerId: string,
    readAttributes: () => Promise<CustomerAttributes | undefined>,
    now: Date,
  ): Promise<Profile>;
}

export function customersIn(database: Database): Customers {
  return {
    async ensure(customerId, readAttributes, now) {
      const [known] = await database.query<CustomerRow>('select * from customers where customer_id = $1', [
        customerId,
      ]);
      if (known !== undefined && known.attributes_read_at !== null) return toProfile(known);

      const attributes = await readAttributes();
      return database.transaction(async (transaction) => {
        const [customer] = await transaction.query<CustomerRow>(
          `insert into customers as known
             (customer_id, email, first_name, last_name, phone, attributes_read_at, created_at)
           values ($1, $2, $3, $4, $5, case when $6::boolean then $7::timestamptz end, $7)
           on conflict (customer_id) do update set
             email = coalesce(excluded.email, known.email),
             first_name = coalesce(excluded.first_name, known.first_name),
             last_name = coalesce(excluded.last_name, known.last_name),
             phone = coalesce(excluded.phone, known.phone),
             attributes_read_at = coalesce(excluded.attributes_read_at, known.attributes_read_at)
           returning *`,
          [
            customerId,
            attributes?.email,
            attributes?.firstName,
            attributes?.lastName,
            attributes?.phone,
            attributes !== undefined,
            now,
          ],
        );
        await transaction.query('insert into accounts (customer_id) values ($1) on conflict do nothing', [
          customerId,
        ]);
        if (customer === undefined) throw new Error('An upsert returned no row.');
        return toProfile(customer);
      });
    },
  };
}

function toProfile(row: CustomerRow): Profile {
  return {
    id: row.customer_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
  };
}
