import { useCustomer, useLedger } from '#features/app-context.ts';
import { selectFilter } from '#machines/ledger.selectors.ts';
import type { LedgerFilter } from '#machines/ledger.types.ts';
import { ledgerTexts } from '#texts/store.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './ledger.css.ts';

const filters: readonly LedgerFilter[] = ['all', 'completed', 'pending', 'failed', 'refunded'];

/** Chooses which transactions are listed. */
export const StatusFilters = () => {
  const { ledger } = useCustomer();
  const chosen = useLedger(selectFilter);
  return (
    <fieldset className={styles.filters} aria-label={ledgerTexts.filters}>
      {filters.map((filter) => (
        <Button
          key={filter}
          variant={filter === chosen ? 'primary' : 'secondary'}
          aria-pressed={filter === chosen}
          onClick={() => ledger.send({ type: 'filter.chosen', filter })}
        >
          {ledgerTexts.filter[filter]}
        </Button>
      ))}
    </fieldset>
  );
};
