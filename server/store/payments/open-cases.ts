import type { Database, Queryable } from '../database/database.ts';
import type { Log } from '../logging/logging.ts';

/** Kinds of questions that only a person may decide. */
export const caseKinds = [
  'return', // A bank reversed a charge (an ACH return, or a chargeback in the records).
  'chargeback', // A processor reported a chargeback, which names no order.
  'amount-mismatch', // The charged amount is wrong, or more was refunded than charged.
  'two-charges', // A card was charged twice for one order.
  'outcome-unknown', // The gateway doesn't say whether a sale succeeded.
  'refund-without-order', // A refund has no known purchase.
  'event-unconfirmed', // The gateway's records never confirmed an event.
  'refund-unknown', // The gateway doesn't say whether an operator's refund succeeded.
] as const;
export type CaseKind = (typeof caseKinds)[number];

const evidenceFields = [
  'amountCents',
  'chargedCents',
  'givenBackCents',
  'charges',
  'transactionId',
  'orderId',
  'eventId',
  'chargebackId',
  'reason',
  'date',
  'sentAt',
  'outcome',
] as const;

/** A case's facts. No field contains card data, an address or a name. */
export type Evidence = {
  readonly [Field in (typeof evidenceFields)[number]]?: string | number | null | undefined;
};

export interface OpenCase {
  readonly kind: CaseKind;
  /** The case's subject. A kind and reference have at most one case. */
  readonly reference: string;
  readonly customerId: string | null;
  readonly attemptId: string | null;
  readonly evidence: Evidence;
}

type NewCase = Pick<OpenCase, 'kind' | 'reference' | 'evidence'> & Partial<OpenCase>;

/** Times are in ISO 8601. */
export interface ListedCase extends OpenCase {
  readonly caseId: string;
  readonly openedAt: string;
}

/** Times are in ISO 8601. */
export interface AnyCase extends ListedCase {
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  readonly resolution: string | null;
}

/**
 * Opens a case. Doesn't change an existing one, even if it is closed. A new return pauses the customer's top-up, even
 * if the store doesn't remove the credits.
 * @param mailsPause whether the pause has its own mail; false if the reversal has one, which a refunded purchase's doesn't
 * @returns whether the case is new
 */
export const openCase = async (
  { database, log }: { readonly database: Database; readonly log: Log },
  { kind, reference, customerId = null, attemptId = null, evidence }: NewCase,
  mailsPause = true,
): Promise<boolean> => {
  const picked = Object.fromEntries(evidenceFields.map((name) => [name, evidence[name]]));
  const [opened] = await database.query<{ caseId: string }>(
    `with opened as (
       insert into open_cases (kind, reference, customer_id, attempt_id, evidence, opened_at)
       values ($1, $2, $3, $4, $5, store_now())
       on conflict (kind, reference) do nothing
       returning case_id, case when kind = 'return' then customer_id end as returned_by
     )
     select case_id as "caseId", pause_top_ups(array_remove(array[returned_by], null), null, 'chargeback', $6 or exists (
       select from transactions where customer_id = $3 and order_id = $4 and status = 'refunded'
     )) from opened`,
    [kind, reference, customerId, attemptId, JSON.stringify(picked), mailsPause],
  );
  if (opened === undefined) return false;
  const { caseId } = opened;
  log.error({ event: 'case-opened', caseId, kind, reference, attemptId: attemptId ?? undefined });
  return true;
};

const instantOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const listedColumns = `case_id as "caseId", kind, reference, customer_id as "customerId", attempt_id as "attemptId",
  evidence, ${instantOf('opened_at')} as "openedAt"`;

/** Lists open cases, oldest first, then by kind and reference. */
export const listOpenCases = (database: Queryable): Promise<ListedCase[]> =>
  database.query<ListedCase>(
    `select ${listedColumns} from open_cases where closed_at is null order by opened_at, kind, reference`,
  );

/** Lists open and closed cases, oldest first. */
export const listCasesAbout = (
  database: Queryable,
  { customerId = null, attemptId = null }: { customerId?: string | null; attemptId?: string | null },
): Promise<AnyCase[]> =>
  database.query<AnyCase>(
    `select ${listedColumns}, ${instantOf('closed_at')} as "closedAt", closed_by as "closedBy", resolution
     from open_cases where customer_id = $1 or attempt_id = $2 order by opened_at, kind, reference`,
    [customerId, attemptId],
  );

/** Closes a case permanently. @returns `not-found` for an unknown id */
export const closeCase = async (
  database: Queryable,
  caseId: string,
  by: string,
  resolution: string,
): Promise<'closed' | 'closed-before' | 'not-found'> => {
  const closed = await database.query(
    `update open_cases set closed_at = store_now(), closed_by = $2, resolution = $3
     where case_id = $1 and closed_at is null returning case_id`,
    [caseId, by, resolution],
  );
  if (closed.length > 0) return 'closed';
  const known = await database.query('select from open_cases where case_id = $1', [caseId]);
  return known.length > 0 ? 'closed-before' : 'not-found';
};

export interface CaseCount {
  readonly kind: CaseKind;
  readonly count: number;
}

/** Counts open cases by kind, including kinds without any. */
export const countOpenCases = async (database: Queryable): Promise<readonly CaseCount[]> => {
  const rows = await database.query<CaseCount>(
    'select kind, count(*) from open_cases where closed_at is null group by kind',
  );
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  return caseKinds.map((kind) => ({ kind, count: counts.get(kind) ?? 0 }));
};
