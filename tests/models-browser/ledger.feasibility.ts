import type { SnapshotFrom } from 'xstate';
import type { ledgerMachine } from '#machines/ledger.ts';
import type { ledgerModel } from '#tests/models/machines/ledger.ts';
import type { EventCaseName } from '#tests/models/test-model.ts';
import type { TestPath } from '#tests/models/test-path.ts';

type CaseName = EventCaseName<typeof ledgerModel>;
type CaseNames = ReadonlySet<string>;

const failedReadings: CaseNames = new Set<CaseName>([
  'loadHistory fails',
  'loadHistory answers: nobody by this name',
]);
const opening: CaseName = 'a transaction is opened';
const threePages: CaseName = 'loadHistory answers: three pages';
const onePage: CaseName = 'loadHistory answers: one page';

/** Whether the store's ledger can play its part in a path: what is read is new, and rows stand where they stand. */
export const isLedgerFeasible = (path: TestPath): boolean => isReadAnew(path) && isListedOnItsPage(path);

const queryOf = ({ context }: SnapshotFrom<typeof ledgerMachine>): string => JSON.stringify(context.query);

/**
 * What was read stays fresh for minutes and is not asked for again, until a refresh or a purchase. A reading that was
 * overtaken by another one is still under way when its page is wanted again.
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
/** The transaction that the model's ledger lists. */
const listed = 't1';

/** A transaction of one page is on no other. */
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
