import { withControlsEscaped } from '#contract/characters.ts';
import type { ReversalOutcome } from '../gateway/reversal-reply.ts';
import { displayCents } from '../ledger/money.ts';
import { createPurchaseAttempts } from '../payments/attempts.ts';
import { createRecovery, type Recheck } from '../payments/recovery.ts';
import { planReversal, type ReversalPlan } from '../refunds/plan-reversal.ts';
import {
  noteReply,
  openRefundRequest,
  type RefundRequest,
  refundRequestsOf,
} from '../refunds/refund-requests.ts';
import { noTracing } from '../tracing/tracing.ts';
import { findAttempt } from './find-attempt.ts';
import { instant } from './report.ts';
import {
  CliError,
  type CliOutput,
  type CommandWork,
  type ExitCode,
  failToReadRecords,
  gatewayOf,
  type Tools,
} from './tools.ts';

interface RefundOptions {
  readonly attempt: string;
  /** Amount in US cents. Undefined: the whole remaining amount. */
  readonly cents: number | undefined;
  readonly reason: string | undefined;
}

type Attempt = Awaited<ReturnType<typeof findAttempt>>;

/**
 * `coffer refund`: refunds a purchase in full or in part, or voids an unsettled sale. Safe to repeat: it commits
 * the request first, and sends nothing while an earlier outcome is unknown.
 */
export const refund: CommandWork<RefundOptions> = async (tools, options) => {
  const { database, operator, writeDown } = tools;
  const gateway = gatewayOf(tools);
  const attempt = await findAttempt(tools, options.attempt);
  if (attempt.amountCents === 0) throw new CliError('This attempt only checked a card. It charged nothing.');
  const openBefore = (await refundRequestsOf(database, attempt)).find(({ endedAt }) => endedAt === null);
  const now = await readNow(tools, attempt);
  if (openBefore !== undefined) return describeEarlierRefund(tools, attempt, openBefore);

  const plan = await planRefund(tools, attempt, now, options.cents);
  const { kind, amountCents } = plan;
  const how = kind === 'void' ? 'by a void, because the sale has not settled' : 'by a refund';
  await tools.confirm(
    `Refund ${displayCents(amountCents)} of ${displayCents(attempt.amountCents)} to the card, ${how}?`,
  );
  const request = { ...plan, ...attempt, amountCents, refundId: crypto.randomUUID(), requestedBy: operator };
  const note = (result: string, more: Record<string, string | number> = {}) => ({
    customerId: attempt.customerId,
    subject: attempt.attemptId,
    reason: options.reason,
    details: { refundId: request.refundId, kind, amountCents, ...more },
    result,
  });
  const isOpen = await database.transaction(async (transaction) => {
    const opening = await openRefundRequest(tools, transaction, request, now.booked.refundedCents);
    if (opening.outcome !== 'opened') return false;
    await writeDown(transaction, note('asked'));
    return true;
  });
  if (!isOpen)
    throw new CliError(
      'Another refund of this purchase was just made. Nothing was sent. Check the attempt, then try again.',
    );

  const { transactionId } = plan;
  const outcome = await gateway.reverse({ kind, transactionId, orderId: attempt.attemptId, amountCents });
  await noteReply(tools, request, outcome);
  const code = 'code' in outcome ? { code: outcome.code } : {};
  await writeDown(database, note(outcome.kind, code));
  // If the records don't show the refund yet, the store finds it later.
  await readNow(tools, attempt).catch(() => undefined);
  return tellOutcome(tools, attempt, request, outcome);
};

/** Reads the gateway's records and books what they show. */
const readNow = async (tools: Tools, { attemptId }: Attempt): Promise<Recheck> => {
  const { database, config, log, operator } = tools;
  const parts = {
    config,
    database,
    log,
    attempts: createPurchaseAttempts(database, config),
    gateway: gatewayOf(tools),
    tracing: noTracing,
  };
  const checked = await createRecovery(parts)
    .recheck(attemptId, `person ${operator}`)
    .catch(failToReadRecords);
  if (checked === undefined) throw new Error('The purchase attempt has disappeared from the database.');
  return checked;
};

const requestOf = async (tools: Tools, attempt: Attempt, refundId: string): Promise<RefundRequest> => {
  const request = (await refundRequestsOf(tools.database, attempt)).find((one) => one.refundId === refundId);
  if (request === undefined) throw new Error('The refund request has disappeared from the database.');
  return request;
};

const planRefund = async (
  tools: Tools,
  attempt: Attempt,
  { recorded, booked }: Recheck,
  wantedCents: number | undefined,
): Promise<ReversalPlan> => {
  if (booked.status === 'refunded')
    throw new CliError('This purchase is already refunded in full. Nothing was sent.');
  if (booked.status !== 'completed')
    throw new CliError(
      booked.status === 'failed'
        ? 'The card was not charged, so there is nothing to refund.'
        : 'The gateway has not confirmed yet whether the card was charged. Try again later.',
    );
  if (recorded.kind !== 'charged')
    throw new CliError("The gateway's records do not show the sale yet. Try again later.");
  const [charge, ...others] = recorded.charges;
  if (others.length > 0)
    throw new CliError(
      `The card was charged ${recorded.charges.length} times. Refund it on the gateway's own pages.`,
    );
  const reversals = [...charge.reversals, ...recorded.reversals];
  const returned = reversals.filter(({ kind }) => kind === 'return');
  const leftCents =
    attempt.amountCents -
    booked.refundedCents -
    (tools.config.returnsTakeCredits ? 0 : returned.reduce((sum, { amountCents }) => sum + amountCents, 0));
  const amountCents = wantedCents ?? leftCents;
  if (leftCents <= 0 || amountCents > leftCents)
    throw new CliError(
      returned.length > 0
        ? `The bank has already returned a part of the charge. You can refund at most ${displayCents(Math.max(0, leftCents))}.`
        : `You can refund at most ${displayCents(leftCents)}: the rest is already refunded.`,
    );
  return planReversal(gatewayOf(tools), recorded, attempt.amountCents, amountCents).catch(failToReadRecords);
};

const given = ({ kind, amountCents }: Pick<RefundRequest, 'kind' | 'amountCents'>): string =>
  `${kind === 'void' ? 'The void' : 'The refund'} of ${displayCents(amountCents)}`;

type Texts = Readonly<Partial<Record<RefundRequest['state'], string>>>;

const earlierStates: Texts = {
  recorded: 'is done. Nothing was sent again.',
  'given-up': 'was closed with its case. Repeat the command to send a new refund.',
  approved: "was approved, but the gateway's records do not show it yet. Nothing was sent again.",
};

/** Describes an earlier request that was still open. In that case, the command sends nothing. */
const describeEarlierRefund = async (
  tools: Tools,
  attempt: Attempt,
  { refundId }: RefundRequest,
): Promise<CliOutput> => {
  const request = await requestOf(tools, attempt, refundId);
  const { requestedBy, requestedAt, state } = request;
  const what =
    earlierStates[state] ??
    'may have been made; the gateway has not confirmed it yet. Nothing was sent again.';
  const who = requestedBy === 'customer' ? 'the customer' : withControlsEscaped(requestedBy);
  const by = `that ${who} requested at ${instant(requestedAt)} UTC`;
  const exitCode = state === 'given-up' ? 1 : state in earlierStates ? 0 : 3;
  return answer(attempt, request, `${given(request)} ${by} ${what}`, exitCode);
};

const finalStates: Texts = {
  recorded: 'is done and booked.',
  approved: "was approved. The store books it when the gateway's records show it.",
};

const tellOutcome = async (
  tools: Tools,
  attempt: Attempt,
  { refundId }: Pick<RefundRequest, 'refundId'>,
  outcome: ReversalOutcome,
): Promise<CliOutput> => {
  if (outcome.kind === 'refused')
    throw new CliError(
      `The gateway refused: ${outcome.text || 'no reason given'} (code ${outcome.code}). Nothing was refunded.`,
      'failed',
    );
  if (outcome.kind === 'unsent')
    throw new CliError(
      `The gateway was not reached (${outcome.why}). Nothing was refunded. Try again later.`,
      'unavailable',
    );
  const request = await requestOf(tools, attempt, refundId);
  const { [request.state]: state } = finalStates;
  if (state !== undefined) return answer(attempt, request, `${given(request)} ${state}`);
  return answer(
    attempt,
    request,
    `The gateway's response was lost, so the refund may or may not have been made.\n` +
      "The store checks the gateway's records. To see the state, repeat this command: it sends nothing again.",
    3,
  );
};

const answer = (
  { attemptId, customerId }: Attempt,
  { refundId, kind, amountCents, state }: RefundRequest,
  text: string,
  exitCode: ExitCode = 0,
): CliOutput => ({ json: { attemptId, customerId, refundId, kind, amountCents, state }, text, exitCode });
