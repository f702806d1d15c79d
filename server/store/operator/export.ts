import { refreshCredits } from '../credits/read-credits.ts';
import { readEventsAbout } from '../events/merchant-events.ts';
import { listCasesAbout } from '../payments/open-cases.ts';
import { type RefundRequest, refundRequestsOf } from '../refunds/refund-requests.ts';
import { actionsAbout } from './audit.ts';
import { readCards } from './cards.ts';
import { readGrants, readHolds, readSpends } from './credits.ts';
import { readEventsOfCustomer } from './events.ts';
import { findCustomer } from './find-customer.ts';
import { type MovementRow, readMovements } from './movements.ts';
import { readAccount, readAttempts, readPurchases } from './purchases.ts';
import type { CommandWork } from './tools.ts';
import { readConsents, readRequests, readTopUps, topUpStates } from './top-up-records.ts';

/** `coffer export`: prints all of a customer's data as JSON. */
export const exportCustomer: CommandWork<{ customer: string }> = async (
  { database, writeDown },
  { customer: given },
) => {
  const customer = await findCustomer(database, given);
  const { id } = customer;
  await refreshCredits(database, [id]);
  const { topUps } = await readTopUps(database, { customerId: id, states: topUpStates, limit: 1 });
  const json = {
    customer,
    account: await readAccount(database, id),
    purchases: await readPurchases(database, id, null),
    attempts: await readAttempts(database, id, null),
    cards: await readCards(database, id),
    topUp: topUps[0] ?? null,
    topUpConsents: await readConsents(database, id),
    topUpRequests: await readRequests(database, id, null),
    declines: await database.query(
      `select attempt_id as "attemptId", network, declined_at as "declinedAt" from declines
       where customer_id = $1 order by declined_at, attempt_id`,
      [id],
    ),
    withdrawnAttempts: await database.query(
      `select attempt_id as "attemptId", created_at as "createdAt" from withdrawn_attempts
       where customer_id = $1 order by created_at, attempt_id`,
      [id],
    ),
    movements: (await readMovements(database, id, null)).map(withoutPerson),
    grants: await readGrants(database, id),
    spends: await readSpends(database, id, null),
    holds: await readHolds(database, id, null),
    refunds: (await refundRequestsOf(database, { customerId: id })).map(withoutAsker),
    events: await readEventsOfCustomer(database, id),
    merchantEvents: await readEventsAbout(database, id),
    notices: await database.query(
      `select low_balance_notice as "lowBalance", expiring_notice as expiring from customers where customer_id = $1`,
      [id],
    ),
    mails: await database.query(
      `select kind, created_at as "createdAt", outcome from mails where customer_id = $1 order by created_at, kind`,
      [id],
    ),
    cases: (await listCasesAbout(database, { customerId: id })).map(({ closedBy: _, ...found }) => found),
    actions: (await actionsAbout(database, { customerId: id })).map(({ operator: _, ...action }) => action),
  };
  await writeDown(database, { customerId: id, result: 'exported' });
  return { json, text: JSON.stringify(json, null, 2) };
};

// Operators' names are not the customer's data.
const withoutAsker = ({ requestedBy: _, ...request }: RefundRequest) => request;
const withoutPerson = ({ cause, ...movement }: MovementRow) => ({
  ...movement,
  cause: cause.startsWith('person ') ? 'person' : cause,
});
