import type { Transaction } from '#contract/transactions.ts';
import type { LedgerActor } from '#features/shared/app-context.ts';
import { selectOpenTransaction, selectQuery } from '#machines/lists/ledger.selectors.ts';
import type { LedgerQuery } from '#machines/lists/ledger.types.ts';

/** Delay before each check, in ms. The store learns the card shortly after the purchase. */
const pauses = [2_000, 4_000, 8_000, 16_000];
/** Maximum age of a purchase that may still get its card, in ms. A day allows for a wrong device clock. */
const recent = 24 * 60 * 60_000;

/** Returns whether the store will probably learn the card of a purchase. */
export const isCardDue = ({ status, id, card, transaction_date }: Transaction): boolean =>
  status === 'completed' &&
  id !== null &&
  card === null &&
  Date.now() - Date.parse(transaction_date ?? '') < recent;

/** Refetches the open transaction's page, up to four times, until its card is known. Returns a function that stops it. */
export const awaitCard = (
  ledger: LedgerActor,
  rereadHistory: (query: LedgerQuery) => Promise<boolean>,
): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  const isDue = (): boolean => {
    const open = selectOpenTransaction(ledger.getSnapshot());
    return open !== null && isCardDue(open);
  };
  const wait = ([pause, ...later]: readonly number[]): void => {
    if (pause === undefined || !isDue()) return;
    timer = setTimeout(async () => {
      // Another request may have returned the card in the meantime.
      if (!isDue()) return;
      const isRead = await rereadHistory(selectQuery(ledger.getSnapshot()));
      if (hasEnded) return;
      if (isRead) ledger.send({ type: 'history.outdated' });
      wait(later);
    }, pause);
  };
  wait(pauses);
  return () => {
    hasEnded = true;
    clearTimeout(timer);
  };
};
