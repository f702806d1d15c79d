import type { LedgerActor } from '#features/shared/app-context.ts';
import { selectOpenTransaction, selectQuery } from '#machines/lists/ledger.selectors.ts';
import type { LedgerQuery } from '#machines/lists/ledger.types.ts';

/** Milliseconds before each check. The store reads the card shortly after the purchase. */
const pauses = [2_000, 4_000, 8_000, 16_000];
/** Milliseconds; older purchases don't get a card anymore. A day, because the device's clock can be wrong. */
const recent = 24 * 60 * 60_000;

/** Reloads the open transaction's page until its card is known. Returns a function that stops it. */
export const awaitCard = (
  ledger: LedgerActor,
  rereadHistory: (query: LedgerQuery) => Promise<boolean>,
): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  const isDue = (): boolean => {
    const open = selectOpenTransaction(ledger.getSnapshot());
    if (open?.status !== 'completed' || open.id === null || open.card !== null) return false;
    return Date.now() - Date.parse(open.transaction_date ?? '') < recent;
  };
  const wait = ([pause, ...later]: readonly number[]): void => {
    if (pause === undefined || !isDue()) return;
    timer = setTimeout(async () => {
      // The last load may have brought the card by now.
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
