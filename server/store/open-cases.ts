import type { Database, Queryable } from './database/database.ts';
import type { Log } from './logging.ts';

/** What a program must not decide. */
export const caseKinds = [
  'return', // A bank took a charge back (an ACH return, or a chargeback that the records show).
  'chargeback', // A processor reported a chargeback, which names no order.
  'amount-mismatch', // Another amount was charged than was to be, or more went back than was charged.
  'two-charges', // A card was charged twice for one order.
  'outcome-unknown', // The gateway does not say what became of a sale.
  'refund-without-order', // Money went back that no purchase could be found for.
  'event-unconfirmed', // The gateway told of something that its records never showed.
  'refund-unknown', // The gateway does not say what became of a refund that an operator asked for.
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

/** What a case rests upon. There is no field for a card, an address or a name. */
export type Evidence = {
  readonly [Field in (typeof evidenceFields)[number]]?: string | number | null | undefined;
};

export interface OpenCase {
  readonly kind: CaseKind;
  /** What it is about: there is one case for each kind and reference, ever. */
  readonly reference: string;
  readonly customerId: string | null;
  readonly attemptId: string | null;
  readonly evidence: Evidence;
}

/** A case as it is listed. Times are instants in ISO 8601. */
export interface ListedCase extends OpenCase {
  readonly caseId: string;
  readonly openedAt: string;
}

/** A case that may be closed. Times are instants in ISO 8601. */
export interface AnyCase extends ListedCase {
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  readonly resolution: string | null;
}

/**
 * Opens a case, and says so in the log (`case-opened`). One that was opened before stays as it is, also once it is closed:
 * a person has decided it.
 *
 * @returns whether it was opened now
 */
export const openCase = async (
  { database, log }: { readonly database: Database; readonly log: Log },
  { kind, reference, customerId, attemptId, evidence }: OpenCase,
): Promise<boolean> => {
  const picked = Object.fromEntries(evidenceFields.map((name) => [name, evidence[name]]));
  const [opened] = await database.query<{ caseId: string }>(
    `insert into open_cases (kind, reference, customer_id, attempt_id, evidence, opened_at)
     values ($1, $2, $3, $4, $5, store_now())
     on conflict (kind, reference) do nothing
     returning case_id as "caseId"`,
    [kind, reference, customerId, attemptId, JSON.stringify(picked)],
  );
  if (opened === undefined) return false;
  log.error({
    event: 'case-opened',
    caseId: opened.caseId,
    kind,
    reference,
    ...(attemptId !== null && { attemptId }),
  });
  return true;
};

const instantOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const listedColumns = `case_id as "caseId", kind, reference, customer_id as "customerId", attempt_id as "attemptId",
  evidence, ${instantOf('opened_at')} as "openedAt"`;

/** The cases that nobody has closed, oldest first, and those of one moment by what they refer to. */
export const listOpenCases = (database: Queryable): Promise<ListedCase[]> =>
  database.query<ListedCase>(
    `select ${listedColumns} from open_cases where closed_at is null order by opened_at, kind, reference`,
  );

/** The cases about a customer or an attempt, open or closed, oldest first. */
export const listCasesAbout = (
  database: Queryable,
  { customerId = null, attemptId = null }: { customerId?: string | null; attemptId?: string | null },
): Promise<AnyCase[]> =>
  database.query<AnyCase>(
    `select ${listedColumns}, ${instantOf('closed_at')} as "closedAt", closed_by as "closedBy", resolution
     from open_cases where customer_id = $1 or attempt_id = $2 order by opened_at, kind, reference`,
    [customerId, attemptId],
  );

/**
 * Closes a case for good.
 *
 * @param by who decided it
 * @param resolution what was decided, and why
 * @returns `not-found` for an id that no case has; `closed-before` for one that somebody has closed already
 */
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

/** How many cases of each kind are open. */
export const countOpenCases = async (database: Queryable): Promise<readonly CaseCount[]> => {
  const rows = await database.query<CaseCount>(
    'select kind, count(*) from open_cases where closed_at is null group by kind',
  );
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  return caseKinds.map((kind) => ({ kind, count: counts.get(kind) ?? 0 }));
};
