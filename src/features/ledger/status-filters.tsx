import { useCustomer, useLedger } from '#features/app-context.ts';
import { selectFilter } from '#machines/ledger.selectors.ts';
import type { LedgerFilter } from '#machines/ledger.types.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { SegmentedControl } from '#ui/SegmentedControl.tsx';

const filters: readonly LedgerFilter[] = ['all', 'completed', 'pending', 'failed', 'refunded'];

const options = filters.map((value) => ({ value, label: ledgerTexts.filter[value] }));

/** Chooses which transactions are listed. */
export const StatusFilters = () => {
  const { ledger } = useCustomer();
  return (
    <SegmentedControl
      label={ledgerTexts.filters}
      options={options}
      chosen={useLedger(selectFilter)}
      onChoose={(filter) => ledger.send({ type: 'filter.chosen', filter })}
    />
  );
};
