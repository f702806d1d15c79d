import { displayCents } from '../ledger/money.ts';
import { readCircuitBreaker } from '../payments/declines.ts';
import { type AnyCase, closeCase, type ListedCase, listOpenCases } from '../payments/open-cases.ts';
import { openRefundRequests, type RefundRequest } from '../refunds/refund-requests.ts';
import { blocks, instant, lines, section, table } from './report.ts';
import { CliError, type CommandWork } from './tools.ts';

interface UndecidedAttempt {
  readonly attemptId: string;
  readonly customerId: string;
  readonly state: 'sending' | 'unsent';
  readonly amountCents: number;
  readonly sentAt: Date;
  /** When the store next reads the gateway's records. */
  readonly checkAt: Date;
  readonly why: string;
}

const whyUndecided: Readonly<Record<UndecidedAttempt['state'], string>> = {
  sending: 'the card may have been charged; the gateway has not confirmed it yet',
  unsent: 'the gateway was not reached; the customer can retry it, otherwise it fails',
};

/** What an attempt without a ledger entry is for. */
export const cardCheck = 'checks a card to save it; charges nothing';

/** `coffer open`: lists open cases, undecided attempts and open refunds. */
export const listUndecided: CommandWork = async ({ database, config }) => {
  const [cases, refunds, breaker, rows] = await Promise.all([
    listOpenCases(database),
    openRefundRequests(database),
    readCircuitBreaker(database, config.declines),
    database.query<Omit<UndecidedAttempt, 'why'>>(
      `select attempts.attempt_id as "attemptId", attempts.customer_id as "customerId", attempts.state,
         coalesce(entries.amount_cents, 0) as "amountCents", attempts.sent_at as "sentAt",
         attempts.check_at as "checkAt"
       from purchase_attempts attempts
       left join transactions entries using (customer_id, position)
       where attempts.check_at is not null and attempts.state <> 'settled'
       order by attempts.sent_at, attempts.attempt_id`,
    ),
  ]);
  const attempts = rows.map((row) => ({
    ...row,
    why: row.amountCents === 0 ? cardCheck : whyUndecided[row.state],
  }));
  const text = blocks(
    breaker.onUntil &&
      `Purchases are paused until ${instant(breaker.onUntil)} UTC, after many declined cards. For details run coffer brake`,
    counted('Cases for you to decide', cases, describeCase),
    counted('Attempts the store is looking up', attempts, describeAttempt),
    counted("Refunds not in the gateway's records yet", refunds, describeRefund),
  );
  return {
    json: { cases, attempts, refunds, brake: breaker },
    text: text === '' ? 'Nothing is open.' : text,
  };
};

const counted = <Row>(title: string, rows: readonly Row[], describe: (row: Row) => string) =>
  section(`${title} (${rows.length})`, rows, () => blocks(...rows.map(describe)));

/** `coffer open close`: closes a case permanently. */
export const decideCase: CommandWork<{ case: string; note: string }> = (
  { database, operator, writeDown },
  { case: caseId, note },
) =>
  database.transaction(async (transaction) => {
    const outcome = await closeCase(transaction, caseId, operator, note);
    if (outcome === 'not-found') throw new CliError(`There is no case ${caseId}.`, 'not-found');
    if (outcome === 'closed-before')
      throw new CliError(`Case ${caseId} is already closed. Nothing was changed.`);
    await writeDown(transaction, { subject: caseId, reason: note, result: 'closed' });
    return { json: { caseId, result: 'closed' }, text: `Case ${caseId} is closed.` };
  });

const describeCase = ({ caseId, kind, reference, openedAt, customerId, evidence }: ListedCase): string =>
  lines(
    `${caseId}  ${kind}`,
    `  opened ${openedAt}`,
    `  reference ${reference}`,
    ...(customerId === null ? [] : [`  customer ${customerId}`]),
    ...Object.entries(evidence)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `  ${name} ${value}`),
  );

const describeAttempt = (attempt: UndecidedAttempt): string =>
  lines(
    `${attempt.attemptId}  ${displayCents(attempt.amountCents)}`,
    `  customer ${attempt.customerId}`,
    `  sent ${instant(attempt.sentAt)} UTC, next lookup ${instant(attempt.checkAt)}`,
    `  ${attempt.why}`,
  );

const describeRefund = (request: RefundRequest): string =>
  lines(
    `${request.attemptId}  ${request.kind} of ${displayCents(request.amountCents)}`,
    `  customer ${request.customerId}`,
    `  requested by ${request.requestedBy}, ${instant(request.requestedAt)} UTC: ${request.state}`,
  );

export const caseTable = (cases: readonly AnyCase[]): string =>
  table(cases, {
    Case: ({ caseId }) => caseId,
    Kind: ({ kind }) => kind,
    Outcome: ({ closedAt, closedBy }) => (closedAt === null ? 'open' : `closed by ${closedBy}`),
  });
