import type { SnapshotFrom } from 'xstate';
import type { ledgerMachine } from '#machines/lists/ledger.ts';
import type { EventCaseName, TestPath } from '#tests/model-testing/test-model.ts';
import type { ledgerModel } from '#tests/models/machines/ledger.ts';

type CaseName = EventCaseName<typeof ledgerModel>;
type CaseNames = ReadonlySet<string>;

const failedReadings: CaseNames = new Set<CaseName>([
  'loadHistory fails',
  'loadHistory answers: nobody by this name',
]);
const opening: CaseName = 'a transaction is opened';
const threePages: CaseName = 'loadHistory answers: three pages';
const onePage: CaseName = 'loadHistory answers: one page';

export const isLedgerFeasible = (path: TestPath): boolean => isReadAnew(path) && isListedOnItsPage(path);

const queryOf = ({ context }: SnapshotFrom<typeof ledgerMachine>): string => JSON.stringify(context.query);

/**
 * Rows stay fresh for minutes, so the app fetches them again only after a refresh or a purchase.
 * A superseded request may still be in flight when the app wants its page again.
 */
const isReadAnew = ({ initial, steps }: TestPath): boolean => {
  const asked = new Set([queryOf(initial)]);
  return steps.every(({ eventCase: { event, name }, before, after }) => {
    const isOutdated = ['refresh.requested', 'history.outdated'].includes(event.type);
    if (isOutdated) asked.clear();
    if (failedReadings.has(name)) asked.delete(queryOf(before));
    const begins =
      after.matches({ list: 'loading' }) &&
      (isOutdated || !before.matches({ list: 'loading' }) || queryOf(before) !== queryOf(after));
    if (!begins) return true;
    const isNew = !asked.has(queryOf(after));
    asked.add(queryOf(after));
    return isNew;
  });
};

const firstPage = JSON.stringify({ status: 'completed', page: 1 });
const listed = 't1';

/** A transaction appears on only one page. */
const isListedOnItsPage = ({ steps }: TestPath): boolean => {
  let ownPage = firstPage;
  let shown = firstPage;
  return steps.every(({ eventCase: { name }, before }) => {
    if (name === opening) ownPage = shown;
    if (name !== threePages && name !== onePage) return true;
    shown = name === threePages ? queryOf(before) : firstPage;
    return before.context.transaction !== listed || shown === ownPage;
  });
};
