import type { LedgerActor } from '#features/shared/app-context.ts';
import { selectOpenTransaction, selectQuery } from '#machines/ledger.selectors.ts';
import type { LedgerQuery } from '#machines/ledger.types.ts';

/** The store learns which card paid a moment after the purchase: milliseconds before each look. */
const pauses = [2_000, 4_000, 8_000, 16_000];
/** Milliseconds after which a purchase without a card stays so. A day, because the page's clock can be wrong. */
const recent = 24 * 60 * 60_000;

/**
 * Reads the page of the open transaction again until the card is known. A failed reading leaves the screen as it is.
 *
 * @param rereadHistory reads a page of the ledger past what is kept of it; false when that failed
 * @returns a function that ends this
 */
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
      // What the last look brought is on the screen by now.
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
