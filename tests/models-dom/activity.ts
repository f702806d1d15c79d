import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { Activity } from '#contract/activity.ts';
import type { ActivityParameters } from '#domain/store.ts';
import { headingIds } from '#features/shared/focus-targets.ts';
import { selectView } from '#machines/lists/activity.selectors.ts';
import type { activityMachine } from '#machines/lists/activity.ts';
import { activityModel } from '#tests/models/machines/activity.ts';
import { domExemptions } from '#tests/models/machines/index.ts';
import { refusal } from '#tests/unit/app/customers.ts';
import type { DomSut, Driver } from './driver.ts';

type Snapshot = SnapshotFrom<typeof activityMachine>;

const content = `main > [aria-labelledby="${headingIds.activity}"]`;
const rows = `${content} tbody tr`;

const isPage =
  ({ context: { address } }: Snapshot) =>
  ({ limit, kind = 'all', before }: ActivityParameters): boolean =>
    limit === undefined && kind === address.kind && (before ?? null) === address.before;

const answerWith = ({ activity }: { readonly activity: Activity }) => ({
  execute: (driver: Driver, before: Snapshot) =>
    driver.change(() => driver.activity.take(isPage(before)).resolve(activity)),
});

const { loadActivity } = activityModel.outcomes;

export const activitySut: DomSut<typeof activityModel> = {
  model: activityModel,
  create: {
    'the activity is opened': ({ start }) => start('/activity'),
    'the address of an older page is opened': ({ start }) => start('/activity?before=20'),
  },
  events: {
    'the filter Spent is chosen': ({ all, change }) =>
      change(() => {
        const [select] = all('main select');
        Object.assign(select ?? {}, { value: 'spend' });
        select?.dispatchEvent(new Event('change', { bubbles: true }));
      }),
    'the newer page is chosen': {
      when: (before) => selectView(before) === 'rows' && before.context.address.before !== null,
      execute: ({ press }) => press('Newer'),
    },
    'the older page is chosen': {
      when: (before) => before.can({ type: 'older.chosen' }),
      execute: ({ press }) => press('Older'),
    },
    'the loading is retried': ({ press }) => press('Retry'),
    'a refresh is requested': {
      when: (before) => !before.matches('loading'),
      execute: ({ press }) => press('Refresh'),
    },
    'the address of the newest page is visited': ({ visit }) => visit('/activity'),
    'loadActivity answers: a page and older ones': answerWith(loadActivity['a page and older ones']),
    'loadActivity answers: the oldest page': answerWith(loadActivity['the oldest page']),
    'loadActivity answers: no rows': answerWith(loadActivity['no rows']),
    'loadActivity fails': ({ activity, refuse }, before) =>
      refuse(activity, isPage(before), refusal(500, 'No.')),
  },
  states: {
    loading: async ({ attribute }) => {
      expect(attribute(content, 'aria-busy')).toBe('true');
    },
    shown: async ({ all, attribute, find }, { context: { address, activity } }) => {
      expect(attribute(content, 'aria-busy')).toBe('false');
      expect(all(rows)).toHaveLength(activity?.entries.length ?? 0);
      expect(all('main select')).toMatchObject([{ value: address.kind }]);
      expect(find('button', 'Newer')?.getAttribute('aria-disabled')).toBe(`${address.before === null}`);
      expect(find('button', 'Older')?.getAttribute('aria-disabled')).toBe(`${activity?.next === null}`);
    },
    kept: async ({ all, find, text }, { context: { address, activity } }) => {
      expect(text(`${content} [role="alert"]`)).toContain("We couldn't load that page");
      expect(all(rows)).toHaveLength(activity?.entries.length ?? 0);
      expect(find('button', 'Newer')?.getAttribute('aria-disabled')).toBe(`${address.before === null}`);
    },
    empty: async ({ all, text }, { context: { address } }) => {
      expect(text(`${content} h3`)).toBe(
        address.kind === 'all' ? 'No activity yet' : 'No activity under “Spent”',
      );
      expect(all(rows)).toEqual([]);
    },
    failed: async ({ text }) => {
      expect(text(`${content} [role="alert"]`)).toContain("We couldn't load your activity");
    },
  },
  emitted: {
    async 'address.changed'({ address }, { address: { kind, before } }) {
      const { searchParams } = address();
      expect([searchParams.get('kind') ?? 'all', searchParams.get('before')]).toEqual([kind, before]);
    },
    // Asserts nothing, because the state assertions check the refreshed rows.
    'refresh.started': async () => undefined,
  },
  exempt: domExemptions.activity,
};
