import type { SnapshotFrom } from 'xstate';
import type { activityMachine } from '#machines/lists/activity.ts';
import type { TestPath } from '#tests/model-testing/test-model.ts';

const queryOf = ({ context: { address } }: SnapshotFrom<typeof activityMachine>): string =>
  `${address.kind} ${address.before}`;

/** Rows stay fresh for half a minute, so the app fetches them again only after a refresh. */
export const isActivityFeasible = ({ initial, steps }: TestPath): boolean => {
  const asked = new Set([queryOf(initial)]);
  return steps.every(({ eventCase: { event, kind }, before, after }) => {
    const isOutdated = event.type === 'refresh.requested';
    if (isOutdated) asked.clear();
    if (kind === 'failure') asked.delete(queryOf(before));
    const begins =
      after.matches('loading') &&
      (isOutdated || !before.matches('loading') || queryOf(before) !== queryOf(after));
    if (!begins) return true;
    const isNew = !asked.has(queryOf(after));
    asked.add(queryOf(after));
    return isNew;
  });
};
