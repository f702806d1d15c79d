import { useQueryClient } from '@tanstack/react-query';
import { useCustomer, useLedger } from '#features/app-context.ts';
import { selectFilter, selectHistory, selectPageNumber, selectView } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Pager } from '#ui/Pager.tsx';

/** Turns the pages of the ledger; the next one is read ahead when it is about to be asked for. */
export const LedgerPager = () => {
  const { ledger, queries } = useCustomer();
  const queryClient = useQueryClient();
  const filter = useLedger(selectFilter);
  const isListed = useLedger(selectView) === 'rows';
  const page = useLedger(selectPageNumber);
  const pages = useLedger(selectHistory)?.pagination.total_pages ?? 0;
  if (!isListed) return null;

  const readAhead = () => {
    if (page < pages) void queryClient.prefetchQuery(queries.history({ filter, page: page + 1 }));
  };
  return (
    <Pager
      label={ledgerTexts.pages}
      page={page}
      pages={pages}
      onTurn={(to) => ledger.send({ type: 'page.chosen', page: to })}
      onNextLikely={readAhead}
    />
  );
};
