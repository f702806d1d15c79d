import type { RecordedTransaction } from '../gateway/records.ts';
import { displayCents } from '../money.ts';
import { listCasesAbout } from '../open-cases.ts';
import { type RefundRequest, refundRequestsOf } from '../payments/refund-requests.ts';
import type { Answer } from './answer.ts';
import { actionsAbout, actionTable, writeDown } from './audit.ts';
import { caseTable } from './cases.ts';
import { findAttempt } from './find-attempt.ts';
import { type AttemptRow, type PurchaseRow, readAttempt } from './purchases.ts';
import { blocks, creditsOf, fields, instant, section, table } from './report.ts';
import type { Tools } from './tools.ts';

/** A change of a balance. Amounts are in US cents or credits. */
export interface MovementRow {
  readonly movement: number;
  readonly kind: string;
  readonly reference: string;
  readonly cause: string;
  readonly gatewayTransactionId: string | null;
  readonly balanceAfter: number;
  readonly createdAt: Date;
  readonly postings: readonly { readonly debit: string; readonly credit: string; readonly amount: number }[];
}

/** An event of the gateway, as it was kept. */
interface EventRow {
  readonly eventId: string;
  readonly type: string;
  readonly receivedAt: Date;
  /** Null while it is not worked off. */
  readonly outcome: string | null;
}

/** What the gateway's records say now, if they can be read. */
type GatewayRecords =
  | { readonly read: true; readonly transactions: readonly RecordedTransaction[] }
  | { readonly read: false; readonly why: string };

/** Movements with their postings, in order. @param position of the entry that they belong to; null: whichever */
export const readMovements = (
  database: Tools['database'],
  customerId: string,
  position: number | null,
): Promise<MovementRow[]> =>
  database.query<MovementRow>(
    `select movement, kind, reference, cause, gateway_transaction_id as "gatewayTransactionId",
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

/** `coffer attempt`: all that is known of a purchase attempt, with the gateway's records as they are now. */
export const showAttempt = async (
  tools: Tools,
  { attempt: given }: { readonly attempt: string },
): Promise<Answer> => {
  const { database, operator } = tools;
  const { attemptId, customerId } = await findAttempt(tools, given);
  const { attempt, transaction, position } = await readAttempt(database, customerId, attemptId);
  const [movements, refunds, events, cases, actions, gateway] = await Promise.all([
    readMovements(database, customerId, position),
    refundRequestsOf(database, { customerId, attemptId }),
    readEvents(database, transaction),
    listCasesAbout(database, { attemptId }),
    actionsAbout(database, { subject: attemptId }),
    readRecords(tools, attemptId),
  ]);
  await writeDown(database, {
    operator,
    command: 'attempt',
    customerId,
    subject: attemptId,
    result: 'shown',
  });
  return {
    json: { customerId, attempt, transaction, movements, refunds, gateway, events, cases, actions },
    text: blocks(
      describeAttempt(customerId, attempt, transaction),
      section('Movements', movements.length, () => describeMovements(movements)),
      section('Refunds that were asked for', refunds.length, () => refundTable(refunds)),
      describeRecords(gateway),
      section('Events of the gateway', events.length, () =>
        table(
          [{ title: 'Received (UTC)' }, { title: 'Type' }, { title: 'Outcome' }],
          events.map(({ receivedAt, type, outcome }) => [instant(receivedAt), type, outcome ?? 'waiting']),
        ),
      ),
      section('Cases', cases.length, () => caseTable(cases)),
      section('What operators did', actions.length, () => actionTable(actions)),
    ),
  };
};

const readEvents = (
  database: Tools['database'],
  { orderId, gatewayTransactionId }: PurchaseRow,
): Promise<EventRow[]> =>
  database.query<EventRow>(
    `select event_id as "eventId", event_type as type, received_at as "receivedAt", outcome
     from gateway_events where order_id = $1 or transaction_id = $2 order by received_at, event_id`,
    [orderId, gatewayTransactionId],
  );

const readRecords = async ({ gateway }: Tools, attemptId: string): Promise<GatewayRecords> => {
  if (gateway === undefined) return { read: false, why: 'GATEWAY_URL is not set' };
  try {
    return { read: true, transactions: await gateway.recordsOf(attemptId) };
  } catch {
    return { read: false, why: 'the gateway does not answer' };
  }
};

const describeAttempt = (
  customerId: string,
  { attemptId, state, createdAt, sentAt, timesSent, checkAt, settledAt, refusalDetail }: AttemptRow,
  transaction: PurchaseRow,
): string =>
  fields([
    ['Attempt', attemptId],
    ['Customer', customerId],
    ['State', state],
    ['Made', `${instant(createdAt)} UTC`],
    ['Sent', timesSent === 1 ? `${instant(sentAt)} UTC` : `${timesSent} times, last ${instant(sentAt)} UTC`],
    ['Settled', settledAt && `${instant(settledAt)} UTC`],
    ['Looked up', checkAt && `${instant(checkAt)} UTC`],
    ['Refusal', refusalDetail],
    ['Transaction', transaction.transactionId],
    ['Status', transaction.status],
    ['Package', `${transaction.productName} (${creditsOf(transaction.credits + transaction.bonusCredits)})`],
    ['Amount', displayCents(transaction.amountCents)],
    ['Given back', transaction.refundedCents > 0 ? displayCents(transaction.refundedCents) : null],
    ['Gateway', transaction.gatewayTransactionId],
  ]);

const describeMovements = (movements: readonly MovementRow[]): string =>
  movements
    .flatMap(({ movement, kind, cause, createdAt, postings }) => [
      `#${movement}  ${instant(createdAt)}  ${kind}, by ${cause}`,
      ...postings.map(({ debit, credit, amount }) => `  ${debit} -> ${credit}  ${amount}`),
    ])
    .join('\n');

/** Requests for refunds as lines of a table. */
export const refundTable = (requests: readonly RefundRequest[]): string =>
  table(
    [
      { title: 'Asked (UTC)' },
      { title: 'By' },
      { title: 'Kind' },
      { title: 'Amount', isNumber: true },
      { title: 'State' },
    ],
    requests.map(({ requestedAt, requestedBy, kind, amountCents, state }) => [
      instant(requestedAt),
      requestedBy,
      kind,
      displayCents(amountCents),
      state,
    ]),
  );

const describeRecords = (records: GatewayRecords): string => {
  const title = "The gateway's records";
  if (!records.read) return `${title}: not read, as ${records.why}`;
  if (records.transactions.length === 0) return `${title}: nothing`;
  const lines = records.transactions.flatMap(({ transactionId, condition, actions }) => [
    `${transactionId ?? 'without an id'}  ${condition}`,
    ...actions.map(
      ({ date, type, amount, success, code }) =>
        `  ${date}  ${type}  ${amount}  ${success === '1' ? 'done' : 'failed'}, code ${code}`,
    ),
  ]);
  return [title, ...lines].join('\n');
};
