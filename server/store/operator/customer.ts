import { refreshCredits } from '../credits/read-credits.ts';
import { displayCents } from '../ledger/money.ts';
import { listCasesAbout } from '../payments/open-cases.ts';
import { cardName, readCards } from './cards.ts';
import { caseTable } from './cases.ts';
import { findCustomer, nameOf } from './find-customer.ts';
import { purchaseTable, readAccount, readAttempts, readPurchases } from './purchases.ts';
import { blocks, creditsOf, fields, instant, lines, section, whole } from './report.ts';
import type { CommandWork } from './tools.ts';
import { readTopUps, topUpStates } from './top-up-records.ts';
import { stateOf } from './top-ups.ts';

/** `coffer customer`: shows the balance and the latest purchases, attempts and cases. */
export const showCustomer: CommandWork<{ customer: string; limit: number }> = async (
  { database, writeDown },
  { customer: given, limit },
) => {
  const customer = await findCustomer(database, given);
  await refreshCredits(database, [customer.id]);
  const [account, purchases, attempts, cards, { topUps }, cases] = await Promise.all([
    readAccount(database, customer.id),
    readPurchases(database, customer.id, limit),
    readAttempts(database, customer.id, limit),
    readCards(database, customer.id),
    readTopUps(database, { customerId: customer.id, states: topUpStates, limit: 1 }),
    listCasesAbout(database, { customerId: customer.id }),
  ]);
  await writeDown(database, { customerId: customer.id, result: 'shown' });
  const topUp = topUps[0] ?? null;
  const saved = cards.filter(({ state }) => state === 'saved');
  const undecided = attempts.filter(({ state }) => state !== 'settled');
  return {
    json: { customer, account, purchases, attempts, cards, topUp, cases },
    text: blocks(
      fields({
        Customer: customer.id,
        Email: customer.email,
        Name: nameOf(customer),
        Phone: customer.phone,
        Since: `${instant(customer.createdAt)} UTC`,
        Blocked: customer.blockedAt && `${instant(customer.blockedAt)} UTC`,
        Erased: customer.erasedAt && `${instant(customer.erasedAt)} UTC`,
        Deletion:
          customer.deletionRequestedAt &&
          `requested ${instant(customer.deletionRequestedAt)} UTC${customer.isDeletionOpen ? ', not finished' : ''}`,
        Balance: creditsOf(account?.balance ?? 0),
        Held: account?.held ? creditsOf(account.held) : null,
        Purchased: creditsOf(account?.creditsPurchased ?? 0),
        'Top-up': topUp && stateOf(topUp),
        Spent: displayCents(account?.spentCents ?? 0),
      }),
      section(`Purchases (${purchases.length} of ${whole(account?.entries ?? 0)})`, purchases, purchaseTable),
      section('Open attempts', undecided, (rows) =>
        lines(...rows.map(({ attemptId, state }) => `${attemptId}  ${state}`)),
      ),
      section('Saved cards', saved, (rows) =>
        lines(...rows.map(({ brand, last4, expiry }) => `${cardName(brand, last4)}, until ${expiry}`)),
      ),
      section('Cases', cases, caseTable),
    ),
  };
};
