import type { downloadMachine } from '#machines/lists/download.ts';
import type { DownloadEvent } from '#machines/lists/download.types.ts';
import { activityPage, dashboard, type StoriesOf, type Story } from './story.ts';

const request: DownloadEvent = { type: 'download.requested', filter: 'completed' };
const requestAll: DownloadEvent = { type: 'download.requested', filter: 'all' };
const failure: DownloadEvent = { type: 'download.failed', message: 'The store could not be reached.' };

const ofLedger = (...events: readonly DownloadEvent[]): Story =>
  dashboard({ ledger: { events: [request, ...events] } });
const ofActivity = (...events: readonly DownloadEvent[]): Story =>
  activityPage({ activity: { events: [requestAll, ...events] } });

export const downloadStories: StoriesOf<typeof downloadMachine> = {
  idle: {
    sameAs: 'list.shown',
    machine: 'ledger',
    reason: 'Only the button that starts one is there.',
  },
  running: {
    story: ofLedger({ type: 'download.progressed', rows: 100, total: 325 }),
    variants: {
      starting: ofLedger(),
      activity: ofActivity({ type: 'download.progressed', rows: 1_200, total: null }),
    },
  },
  'ended.saved': {
    story: ofLedger({ type: 'download.progressed', rows: 325, total: 325 }, { type: 'download.completed' }),
    variants: {
      activity: ofActivity(
        { type: 'download.progressed', rows: 43, total: null },
        { type: 'download.completed' },
      ),
    },
  },
  'ended.failed': { story: ofLedger(failure), variants: { activity: ofActivity(failure) } },
};
