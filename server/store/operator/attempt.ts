import { type RecordedTransaction, RecordsRefusedError } from '../gateway/records.ts';
import { displayCents } from '../ledger/money.ts';
import { listCasesAbout } from '../payments/open-cases.ts';
import { type RefundRequest, refundRequestsOf } from '../refunds/refund-requests.ts';
import { actionsAbout, actionTable } from './audit.ts';
import { cardCheck, caseTable } from './cases.ts';
import { type EventRow, readEvents } from './events.ts';
import { findAttempt } from './find-attempt.ts';
import { describeMovements, readMovements } from './movements.ts';
import { type AttemptRow, type PurchaseRow, readAttempt } from './purchases.ts';
import { blocks, creditsOf, fields, instant, lines, section, table } from './report.ts';
import { type CommandWork, refusesKey, type Tools } from './tools.ts';

/** `coffer attempt`: shows an attempt and the gateway's current records of it. */
export const showAttempt: CommandWork<{ attempt: string }> = async (tools, { attempt: given }) => {
  const { database, writeDown } = tools;
  const { attemptId, customerId } = await findAttempt(tools, given);
  const { attempt, transaction, position } = await readAttempt(database, customerId, attemptId);
  const [movements, refunds, events, cases, actions, gateway] = await Promise.all([
    position === null ? [] : readMovements(database, customerId, position),
    refundRequestsOf(database, { customerId, attemptId }),
    readEvents(database, attemptId, transaction?.gatewayTransactionId ?? null),
    listCasesAbout(database, { attemptId }),
    actionsAbout(database, { subject: attemptId }),
    readRecords(tools, attemptId),
  ]);
  await writeDown(database, { customerId, subject: attemptId, result: 'shown' });
  return {
    json: { customerId, attempt, transaction, movements, refunds, gateway, events, cases, actions },
    text: blocks(
      describeAttempt(customerId, attempt, transaction),
      section('Movements', movements, describeMovements),
      section('Requested refunds', refunds, refundTable),
      describeRecords(gateway),
      section('Gateway events', events, eventTable),
      section('Cases', cases, caseTable),
      section('Operator actions', actions, actionTable),
    ),
  };
};

const readRecords = async ({ gateway }: Tools, attemptId: string) => {
  const unread = (why: string) => ({ read: false, why }) as const;
  if (gateway === undefined) return unread('GATEWAY_URL is not set');
  const read = (transactions: RecordedTransaction[]) => ({ read: true, transactions }) as const;
  return gateway
    .recordsOf(attemptId)
    .then(read, (error: unknown) =>
      unread(error instanceof RecordsRefusedError ? refusesKey : 'the gateway did not respond'),
    );
};

const describeAttempt = (
  customerId: string,
  { attemptId, state, createdAt, sentAt, timesSent, checkAt, settledAt, refusalDetail }: AttemptRow,
  transaction: PurchaseRow | null,
): string =>
  fields({
    Attempt: attemptId,
    Customer: customerId,
    State: state,
    Made: `${instant(createdAt)} UTC`,
    Sent: timesSent === 1 ? `${instant(sentAt)} UTC` : `${timesSent} times, last ${instant(sentAt)} UTC`,
    Settled: settledAt && `${instant(settledAt)} UTC`,
    'Next lookup': checkAt && `${instant(checkAt)} UTC`,
    Refusal: refusalDetail,
    ...(transaction === null ? { Purpose: cardCheck } : purchaseFields(transaction)),
  });

const purchaseFields = (transaction: PurchaseRow) => ({
  Transaction: transaction.transactionId,
  Status: transaction.status,
  Package: `${transaction.productName} (${creditsOf(transaction.credits + transaction.bonusCredits)})`,
  Amount: displayCents(transaction.amountCents),
  Refunded: transaction.refundedCents > 0 ? displayCents(transaction.refundedCents) : null,
  Gateway: transaction.gatewayTransactionId,
});

const refundTable = (requests: readonly RefundRequest[]): string =>
  table(requests, {
    'Asked (UTC)': ({ requestedAt }) => instant(requestedAt),
    By: ({ startedBy, requestedBy }) => (startedBy === 'operator' ? `operator ${requestedBy}` : startedBy),
    Kind: ({ kind }) => kind,
    '#Amount': ({ amountCents }) => displayCents(amountCents),
    State: ({ state }) => state,
  });

const eventTable = (events: readonly EventRow[]): string =>
  table(events, {
    'Received (UTC)': ({ receivedAt }) => instant(receivedAt),
    Type: ({ type }) => type,
    Outcome: ({ outcome }) => outcome ?? 'waiting',
  });

const describeRecords = (records: Awaited<ReturnType<typeof readRecords>>): string => {
  const title = "The gateway's records";
  if (!records.read) return `${title}: not read because ${records.why}`;
  if (records.transactions.length === 0) return `${title}: nothing`;
  const described = records.transactions.flatMap(({ transactionId, condition, actions }) => [
    `${transactionId ?? 'without an id'}  ${condition}`,
    ...actions.map(
      ({ date, type, amount, success, code }) =>
        `  ${date}  ${type}  ${amount}  ${success === '1' ? 'done' : 'failed'}, code ${code}`,
    ),
  ]);
  return lines(title, ...described);
};
