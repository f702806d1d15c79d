import { refreshCredits } from '../credits/read-credits.ts';
import { readEventsAbout } from '../merchant/events.ts';
import { listCasesAbout } from '../open-cases.ts';
import { type RefundRequest, refundRequestsOfCustomer } from '../payments/refund-requests.ts';
import { actionsAbout } from './audit.ts';
import { readCards } from './cards.ts';
import { readGrants, readHolds, readSpends } from './credits.ts';
import { readEventsOfCustomer } from './events.ts';
import { findCustomer } from './find-customer.ts';
import { type MovementRow, readMovements } from './movements.ts';
import { readAccount, readAttempts, readPurchases } from './purchases.ts';
import type { Answer, Tools } from './tools.ts';
import { readConsents, readRequests, readTopUps, topUpStates } from './top-up-records.ts';

/** `coffer export`: prints all of a customer's data as JSON. */
export const exportCustomer = async (
  { database, writeDown }: Tools,
  { customer: given }: { readonly customer: string },
): Promise<Answer> => {
  const customer = await findCustomer(database, given);
  const { id } = customer;
  await refreshCredits(database, [id]);
  const [
    account,
    purchases,
    attempts,
    cards,
    topUps,
    topUpConsents,
    topUpRequests,
    declines,
    withdrawnAttempts,
    movements,
    grants,
    spends,
    holds,
    refunds,
    events,
    merchantEvents,
    cases,
    actions,
  ] = await Promise.all([
    readAccount(database, id),
    readPurchases(database, id, null),
    readAttempts(database, id, null),
    readCards(database, id),
    readTopUps(database, { customerId: id, states: topUpStates, limit: 1 }),
    readConsents(database, id),
    readRequests(database, id, null),
    database.query(
      `select attempt_id as "attemptId", network, declined_at as "declinedAt" from declines
         where customer_id = $1 order by declined_at, attempt_id`,
      [id],
    ),
    database.query(
      `select attempt_id as "attemptId", created_at as "createdAt" from withdrawn_attempts
         where customer_id = $1 order by created_at, attempt_id`,
      [id],
    ),
    readMovements(database, id, null),
    readGrants(database, id),
    readSpends(database, id, null),
    readHolds(database, id, null),
    refundRequestsOfCustomer(database, id),
    readEventsOfCustomer(database, id),
    readEventsAbout(database, id),
    listCasesAbout(database, { customerId: id }),
    actionsAbout(database, { customerId: id }),
  ]);
  await writeDown(database, { customerId: id, result: 'exported' });
  const json = {
    customer,
    account,
    purchases,
    attempts,
    cards,
    topUp: topUps.topUps[0] ?? null,
    topUpConsents,
    topUpRequests,
    declines,
    withdrawnAttempts,
    movements: movements.map(withoutPerson),
    grants,
    spends,
    holds,
    refunds: refunds.map(withoutAsker),
    events,
    merchantEvents,
    cases: cases.map(({ closedBy: _, ...found }) => found),
    actions: actions.map(({ operator: _, ...action }) => action),
  };
  return { json, text: JSON.stringify(json, null, 2) };
};

// Operators' names are not the customer's data.
const withoutAsker = ({ requestedBy: _, ...request }: RefundRequest) => request;
const withoutPerson = ({ cause, ...movement }: MovementRow) => ({
  ...movement,
  cause: cause.startsWith('person ') ? 'person' : cause,
});
