import type { Queryable } from '../database/database.ts';
import { instant, lines } from './report.ts';

/** A change of a balance, in US cents or credits. These fields are in text output; JSON output has all columns. */
export interface MovementRow {
  readonly movement: number;
  readonly kind: string;
  readonly cause: string;
  readonly createdAt: Date;
  readonly postings: readonly { readonly debit: string; readonly credit: string; readonly amount: number }[];
}

/** Returns movements in order. @param position the ledger entry's position; null for all */
export const readMovements = (
  database: Queryable,
  customerId: string,
  position: number | null,
): Promise<MovementRow[]> =>
  database.query<MovementRow>(
    `select movement, kind, reference, cause, key_prefix as key, gateway_transaction_id as "gatewayTransactionId",
       balance_after as "balanceAfter", created_at as "createdAt",
       jsonb_agg(
         jsonb_build_object('debit', debit_account, 'credit', credit_account, 'amount', amount)
         order by debit_account, credit_account
       ) as postings
     from movements join postings using (customer_id, movement)
     where customer_id = $1 and ($2::bigint is null or position = $2)
     group by customer_id, movement order by movement`,
    [customerId, position],
  );

export const describeMovements = (movements: readonly MovementRow[]): string =>
  lines(
    ...movements.flatMap(({ movement, kind, cause, createdAt, postings }) => [
      `#${movement}  ${instant(createdAt)}  ${kind}, by ${cause}`,
      ...postings.map(({ debit, credit, amount }) => `  ${debit} -> ${credit}  ${amount}`),
    ]),
  );
