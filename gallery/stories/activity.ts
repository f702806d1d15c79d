import { fromPromise } from 'xstate';
import type { Activity } from '#contract/activity.ts';
import type { activityMachine } from '#machines/lists/activity.ts';
import type {
  ActivityAnswer,
  ActivityEvent,
  ActivityFilter,
  ActivityQuery,
} from '#machines/lists/activity.types.ts';
import { type ActivitySetup, never, rejects, resolves } from '../harness/actors.ts';
import { activityOf, failing, grants, now, pending, usageOf } from '../harness/fixtures.ts';
import { activityPage, type StoriesOf, type Story } from './story.ts';

const reading = (activity: ActivitySetup): Story => activityPage({ activity });

const filter = (kind: ActivityFilter): ActivityEvent => ({ type: 'filter.chosen', kind });
const loaded = (activity: Activity) => resolves<ActivityAnswer, ActivityQuery>({ activity, readAt: now });
const newestOnly = fromPromise<ActivityAnswer, ActivityQuery>(async ({ input }) =>
  input.before === null ? { activity: activityOf(input), readAt: now } : failing(),
);
const nothing = loaded({ entries: [], next: null });
const odd = loaded({
  entries: [
    { id: 'm3', kind: 'spend', description: '  ', credits: -3, balance_after: -12, date: 'yesterday' },
    {
      id: 'm2',
      kind: 'spend',
      description: 'A-name-without-any-space-that-no-line-can-hold-'.repeat(3),
      credits: -1_234_567_890,
      balance_after: -9,
      date: '2026-03-14T12:00:00Z',
    },
    {
      id: 'm1',
      kind: 'reversal',
      description: 'Plus',
      credits: 0,
      balance_after: 1_234_567_881,
      date: '2026-03-13T12:00:00Z',
    },
  ],
  next: null,
});
const openHolds = ['Transcribe 12 minutes of audio', null].map((description, index) => ({
  id: `h${index}`,
  credits: 480 - 450 * index,
  reference: `job-${1042 + index}`,
  description,
  expires_at: '2026-03-14T18:05:00Z',
  created_at: '2026-03-14T17:05:00Z',
}));
const many = Array.from({ length: 200 }, (_, place) => `A service with a long name and the number ${place}`);
const byService = ['By service'];
const older: ActivityEvent = { type: 'older.chosen' };

export const activityStories: StoriesOf<typeof activityMachine> = {
  loading: { story: reading({ actors: { loadActivity: never() } }) },
  shown: {
    story: activityPage({ usage: usageOf(many.slice(0, 3), 25), grants }),
    variants: {
      'one-service': activityPage({ usage: usageOf(['Transcriber'], 2), grants, presses: byService }),
      'many-services': activityPage({ usage: usageOf(many, 29), grants, presses: byService }),
      'usage-loading': activityPage({ usage: pending }),
      'usage-failed': activityPage({ usage: failing }),
      'middle-page': reading({ events: [older] }),
      'last-page': reading({ events: [older, older] }),
      purchase: reading({ events: [filter('purchase')] }),
      'open-holds': activityPage({ holds: openHolds }),
      'odd-rows': reading({ actors: { loadActivity: odd } }),
    },
  },
  kept: { story: reading({ actors: { loadActivity: newestOnly }, events: [older] }) },
  empty: {
    story: reading({ actors: { loadActivity: nothing } }),
    variants: { filtered: reading({ actors: { loadActivity: nothing }, events: [filter('expiry')] }) },
  },
  failed: {
    story: reading({ actors: { loadActivity: rejects() } }),
    variants: { offline: activityPage({ activity: { actors: { loadActivity: rejects() } }, offline: true }) },
  },
};
