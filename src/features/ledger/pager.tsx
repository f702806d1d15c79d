import { useQueryClient } from '@tanstack/react-query';
import { useCustomer, useLedger } from '#features/app-context.ts';
import { selectFilter, selectHistory, selectPageNumber, selectView } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/store.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './ledger.css.ts';

/** Turns the pages of the ledger. */
export const Pager = () => {
  const { ledger, queries } = useCustomer();
  const queryClient = useQueryClient();
  const filter = useLedger(selectFilter);
  const isListed = useLedger(selectView) === 'rows';
  const page = useLedger(selectPageNumber);
  const pages = useLedger(selectHistory)?.pagination.total_pages ?? 0;
  if (!isListed) return null;

  const turnTo = (to: number) => () => ledger.send({ type: 'page.chosen', page: to });
  const readAhead = () => {
    if (page < pages) void queryClient.prefetchQuery(queries.history({ filter, page: page + 1 }));
  };
  return (
    <nav className={styles.pager} aria-label={ledgerTexts.pages}>
      <Button variant="secondary" disabled={page <= 1} onClick={turnTo(page - 1)}>
        {ledgerTexts.previous}
      </Button>
      <p className={styles.page} aria-live="polite">
        {ledgerTexts.page(page, Math.max(page, pages))}
      </p>
      <Button
        variant="secondary"
        disabled={page >= pages}
        onPointerEnter={readAhead}
        onFocus={readAhead}
        onClick={turnTo(page + 1)}
      >
        {ledgerTexts.next}
      </Button>
    </nav>
  );
};
