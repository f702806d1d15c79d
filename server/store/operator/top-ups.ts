import { callForRow, callFunction } from '../database/call-function.ts';
import { displayCents } from '../ledger/money.ts';
import { cardName } from './cards.ts';
import { findCustomer } from './find-customer.ts';
import { blocks, creditsOf, fields, instant, section, table, whole } from './report.ts';
import { CliError, type CommandWork, type CustomerChange } from './tools.ts';
import {
  readOpenRequests,
  readRequests,
  readTopUps,
  type TopUpRequestRow,
  type TopUpRow,
  type TopUpState,
  topUpStates,
} from './top-up-records.ts';

interface TopUpListOptions {
  /** Undefined for all customers. For one customer, the output also lists their latest requests. */
  readonly customer?: string;
  /** Undefined for top-ups that are on or paused, or for any state if `customer` is set. */
  readonly state?: TopUpState;
  /** Maximum number of top-ups, and of requests. */
  readonly limit: number;
}

/** `coffer top-ups list`: shows settings, the last charge, and why an open request waits. */
export const listTopUps: CommandWork<TopUpListOptions> = async (
  { database, writeDown, config },
  { customer: given, state, limit },
) => {
  const customerId = given === undefined ? null : (await findCustomer(database, given)).id;
  const states = state === undefined ? (customerId === null ? running : topUpStates) : [state];
  const { topUps: rows, total } = await readTopUps(database, { customerId, states, limit });
  const open = await readOpenRequests(
    database,
    rows.map((row) => row.customerId),
  );
  const topUps = rows.map((row) => ({
    ...row,
    request: open.find((request) => request.customerId === row.customerId) ?? null,
  }));
  const requests = customerId === null ? [] : await readRequests(database, customerId, limit);
  if (customerId !== null) await writeDown(database, { customerId, result: 'shown' });
  return {
    json: { topUps, total, ...(customerId !== null && { requests }) },
    text: blocks(
      config.topUp === undefined && config.topUpMissing.length === 0
        ? 'TOP_UP is false: automatic top-up is off for all customers.'
        : null,
      total > topUps.length ? `${whole(topUps.length)} of ${whole(total)}:` : null,
      ...topUps.map(({ request, ...row }) => describeTopUp(row, request)),
      topUps.length === 0 ? 'There are no automatic top-ups.' : null,
      section('Latest requests', requests, requestTable),
    ),
  };
};

/** `coffer top-ups pause`: stops charges until an operator resumes the top-up or the customer saves it again. */
export const pauseTopUp: CommandWork<CustomerChange> = async (
  { database, writeDown },
  { customer: given, reason },
) => {
  const { id: customerId } = await findCustomer(database, given);
  return database.transaction(async (transaction) => {
    const asked = { customers: [customerId], cards: null, reason: 'merchant', mails: true };
    const paused = await callForRow(transaction, 'pause_top_ups', asked);
    if (paused.value !== 1) throw new CliError(`Automatic top-up of customer ${customerId} is not on.`);
    await writeDown(transaction, { customerId, reason, result: 'paused' });
    const [sent] = await readOpenRequests(transaction, [customerId]);
    return {
      json: { customerId, result: 'paused', openAttemptId: sent?.attemptId ?? null },
      text: blocks(
        'Paused. The store charges nothing until you resume it, or the customer saves it again.',
        sent === undefined ? null : `A charge was sent before and may succeed: ${sent.attemptId}`,
      ),
    };
  });
};

/** `coffer top-ups resume`: allows charges. The next spend, hold or expiry that leaves too few credits triggers one. */
export const resumeTopUp: CommandWork<CustomerChange> = async (
  { database, writeDown },
  { customer: given, reason },
) => {
  const { id: customerId } = await findCustomer(database, given);
  return database.transaction(async (transaction) => {
    await callFunction(transaction, 'lock_account', { customer: customerId });
    const [former] = await transaction.query<{ pausedReason: string | null }>(
      `select paused_reason as "pausedReason" from top_ups where customer_id = $1 and state = 'paused'`,
      [customerId],
    );
    if (former === undefined) throw new CliError(`Automatic top-up of customer ${customerId} is not paused.`);
    const { pausedReason } = former;
    if (pausedReason === 'card-declined')
      throw new CliError(
        'The bank forbids another automatic charge of this card. The customer has to choose another card.',
      );
    await callFunction(transaction, 'resume_top_up', { customer: customerId });
    await writeDown(transaction, { customerId, reason, details: { pausedReason }, result: 'resumed' });
    return {
      json: { customerId, result: 'resumed', pausedReason },
      text: 'Resumed. The store charges nothing until the next spend, hold or expiry leaves too few credits.',
    };
  });
};

const running: readonly TopUpState[] = ['on', 'paused'];

export const stateOf = ({ state, pausedAt, pausedReason }: TopUpRow): string =>
  pausedAt === null ? state : `${state} since ${instant(pausedAt)} UTC: ${pausedReason}`;

const describeTopUp = (row: TopUpRow, request: TopUpRequestRow | null): string =>
  fields({
    Customer: row.customerId,
    State: stateOf(row),
    Below: `${creditsOf(row.thresholdCredits)}; ${whole(row.availableCredits)} available now`,
    Buys: `${row.productId} for ${displayCents(row.priceCents)}`,
    Card: cardName(row.cardBrand, row.cardLast4),
    Limit: `${displayCents(row.monthlyLimitCents)} a month; ${displayCents(row.monthCents)} this month`,
    Agreed: `${instant(row.consentedAt)} UTC`,
    Declines: row.failures === 0 ? null : `${whole(row.failures)} in a row`,
    'Last charge': describeCharge(row),
    Attempt: row.chargeAttemptId,
    Request: request && `${instant(request.madeAt)} UTC, ${request.cause}`,
    Waits: request && describeWait(request),
  });

const describeCharge = ({ chargedAt, chargeCents, chargeStatus }: TopUpRow): string | null =>
  chargedAt && `${instant(chargedAt)} UTC, ${displayCents(chargeCents ?? 0)}, ${chargeStatus}`;

const describeWait = ({ tryAt, reason }: TopUpRequestRow): string =>
  tryAt === null ? 'for the gateway' : `${reason ?? 'for a process'}; next try ${instant(tryAt)} UTC`;

const requestTable = (requests: readonly TopUpRequestRow[]): string =>
  table(requests, {
    'Made (UTC)': ({ madeAt }) => instant(madeAt),
    Cause: ({ cause }) => cause,
    State: ({ state }) => state,
    Reason: ({ reason }) => reason,
  });
