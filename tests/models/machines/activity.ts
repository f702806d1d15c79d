import type { Activity } from '#contract/activity.ts';
import { activityMachine } from '#machines/lists/activity.ts';
import type { ActivityAddress } from '#machines/lists/activity.types.ts';
import { purchaseEntry, spendEntry } from '#tests/activity.ts';
import { createTestModel } from '#tests/model-testing/test-model.ts';

const newest: ActivityAddress = { kind: 'all', before: null, newer: [] };
const loaded = (activity: Activity) => ({ activity, readAt: 0 });

export const activityModel = createTestModel({
  name: 'activity',
  machine: activityMachine,
  starts: {
    'the activity is opened': { address: newest },
    'the address of an older page is opened': { address: { kind: 'all', before: '20', newer: [] } },
  },
  events: {
    'the filter Spent is chosen': { type: 'filter.chosen', kind: 'spend' },
    'the newer page is chosen': { type: 'newer.chosen' },
    'the older page is chosen': { type: 'older.chosen' },
    'the loading is retried': { type: 'history.retried' },
    'a purchase has outdated the activity': { type: 'history.outdated' },
    'a refresh is requested': { type: 'refresh.requested' },
    'the address of the newest page is visited': { type: 'address.visited', address: newest },
  },
  outcomes: {
    loadActivity: {
      'a page and older ones': loaded({ entries: [spendEntry], next: '10' }),
      'the oldest page': loaded({ entries: [purchaseEntry], next: null }),
      'no rows': loaded({ entries: [], next: null }),
    },
  },
  secrets: [],
  serializeState: ({ context: { address, activity } }) =>
    [address.kind, address.before !== null, address.newer.length > 0, activity?.next !== null].join(),
  formatSnapshot: ({ context: { address, activity } }) => [
    `${address.kind} ${[...address.newer, address.before ?? 'newest'].join('/')}`,
    ...(activity === null ? [] : [`${activity.entries.length} of them`]),
  ],
  invariant: {
    'the newest page has no newer ones': ({ after: { context } }) =>
      context.address.before !== null || context.address.newer.length === 0,
    'rows stand exactly when they were read': ({ after }) =>
      !after.matches('shown') || (after.context.activity?.entries.length ?? 0) > 0,
    'only the newest page is empty': ({ after }) =>
      !after.matches('empty') ||
      (after.context.activity?.entries.length === 0 && after.context.address.before === null),
    'nothing stands of a page that could not be read': ({ after }) =>
      !after.matches('failed') || after.context.activity === null,
    'rows that stay keep their own page and filter': ({ after }) =>
      !after.matches('kept') ||
      (after.context.activity !== null && after.context.address === after.context.shown),
    'another page or filter is always read': ({ before, after }) =>
      before.context.address === after.context.address || after.matches('loading') || after.matches('kept'),
    'rows stand while others are read': ({ before, after }) =>
      !after.matches('loading') || after.context.activity === before.context.activity,
    'newer leads back to where older came from': ({ before, eventCase, after }) => {
      const [from, to] = [before.context.address, after.context.address];
      if (from === to || eventCase.event.type !== 'older.chosen') return true;
      return (to.newer.at(-1) ?? null) === from.before && to.before === before.context.activity?.next;
    },
    'the address bar keeps each chosen move but its own': ({ before, eventCase, after, emitted }) => {
      const { address } = after.context;
      const isRetry = eventCase.event.type === 'history.retried' && before.matches('kept');
      const isTold =
        eventCase.event.type !== 'address.visited' && (isRetry || before.context.address !== address);
      const change = { type: 'address.changed', address, replace: !/chosen$/.test(eventCase.event.type) };
      const told = emitted.filter(({ type }) => type === 'address.changed');
      return JSON.stringify(told) === JSON.stringify(isTold ? [change] : []);
    },
  },
});
