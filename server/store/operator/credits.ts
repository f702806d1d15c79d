import type { Queryable } from '../database/database.ts';
import type { HoldState } from '../database/functions.gen.ts';

/** Credits taken from one grant. */
interface Share {
  readonly grantId: string;
  readonly credits: number;
}

export interface SpendRow {
  readonly spendId: string;
  readonly credits: number;
  readonly returned: number;
  readonly reference: string | null;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly movement: number;
  /** The prefix of the merchant's API key. Null if the spend predates this field. */
  readonly key: string | null;
  /** The credits taken from each grant. */
  readonly grants: readonly Share[];
  readonly returns: readonly {
    readonly returnId: string;
    readonly credits: number;
    readonly createdAt: string;
  }[];
}

export interface HoldRow extends Pick<SpendRow, 'credits' | 'reference' | 'createdAt' | 'grants'> {
  readonly holdId: string;
  readonly captured: number;
  readonly state: HoldState;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly movement: number | null;
}

/** Returns all grants of a customer, including used-up ones, oldest first. */
export const readGrants = (database: Queryable, customerId: string) =>
  database.query(
    `select grant_id as "grantId", kind, position, movement, credits, remaining, held, expired, priority, reason,
       expires_at as "expiresAt", voided_at as "voidedAt", created_at as "createdAt"
     from credit_grants where customer_id = $1 order by movement, grant_id`,
    [customerId],
  );

/** Returns spends, oldest first. @param spendId null for all */
export const readSpends = (
  database: Queryable,
  customerId: string,
  spendId: string | null,
): Promise<SpendRow[]> =>
  database.query<SpendRow>(
    `select spend_id as "spendId", credits, returned, reference, description, created_at as "createdAt", movement,
       (
         select key_prefix from movements
         where movements.customer_id = spends.customer_id and movements.movement = spends.movement
       ) as key,
       (
         select jsonb_agg(jsonb_build_object('grantId', grant_id, 'credits', -credits) order by grant_id)
         from grant_allocations allocations
         where allocations.customer_id = spends.customer_id and allocations.movement = spends.movement
       ) as grants,
       (
         select coalesce(jsonb_agg(
           jsonb_build_object('returnId', return_id, 'credits', credits, 'createdAt', created_at) order by movement
         ), '[]')
         from spend_returns returns
         where returns.customer_id = spends.customer_id and returns.spend_id = spends.spend_id
       ) as returns
     from spends where customer_id = $1 and ($2::uuid is null or spend_id = $2) order by movement`,
    [customerId, spendId],
  );

/** Returns holds, oldest first. @param holdId null for all */
export const readHolds = (
  database: Queryable,
  customerId: string,
  holdId: string | null,
): Promise<HoldRow[]> =>
  database.query<HoldRow>(
    `select hold_id as "holdId", credits, captured, state, reference, created_at as "createdAt",
       expires_at as "expiresAt", ended_at as "endedAt", movement,
       (
         select jsonb_agg(jsonb_build_object('grantId', grant_id, 'credits', credits) order by grant_id)
         from hold_allocations allocations
         where allocations.customer_id = holds.customer_id and allocations.hold_id = holds.hold_id
       ) as grants
     from holds where customer_id = $1 and ($2::uuid is null or hold_id = $2) order by created_at, hold_id`,
    [customerId, holdId],
  );
