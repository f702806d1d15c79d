import type { Queryable } from '../database/database.ts';
import { instant, lines } from './report.ts';

/** A change of a balance, in US cents or credits. These fields are in text output; JSON output has all columns. */
export interface MovementRow {
  readonly movement: number;
  readonly kind: string;
  readonly cause: string;
  /** Null unless the movement is a reversal. */
  readonly startedBy: 'customer' | 'operator' | 'gateway' | null;
  readonly createdAt: Date;
  readonly postings: readonly { readonly debit: string; readonly credit: string; readonly amount: number }[];
}

/** SQL for who started a reversal: \`gateway\` unless it was booked while a request for it was open. */
export const startedBy = `
  case when kind in ('refund', 'void', 'chargeback') then coalesce((
    select started_by from refund_requests requests join purchase_attempts attempts using (customer_id, attempt_id)
    where customer_id = movements.customer_id and attempts.position = movements.position
      and requests.kind = movements.kind and requested_at <= movements.created_at
      and coalesce(ended_at, 'infinity') >= movements.created_at
    order by requested_at desc limit 1
  ), 'gateway') end as "startedBy"`;

/** Returns movements in order. @param position the ledger entry's position; null for all */
export const readMovements = (
  database: Queryable,
  customerId: string,
  position: number | null,
): Promise<MovementRow[]> =>
  database.query<MovementRow>(
    `select movement, kind, reference, cause, key_prefix as key, gateway_transaction_id as "gatewayTransactionId",
       balance_after as "balanceAfter", created_at as "createdAt", ${startedBy},
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
    ...movements.flatMap(({ movement, kind, cause, createdAt, startedBy: by, postings }) => [
      `#${movement}  ${instant(createdAt)}  ${kind}${by === null ? '' : ` (started by ${by})`}, by ${cause}`,
      ...postings.map(({ debit, credit, amount }) => `  ${debit} -> ${credit}  ${amount}`),
    ]),
  );
