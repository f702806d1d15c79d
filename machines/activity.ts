import { assertEvent, assign, type DoneActorEvent, emit, fromCallback, fromPromise, setup } from 'xstate';
import type {
  ActivityAddress,
  ActivityAnswer,
  ActivityContext,
  ActivityEmitted,
  ActivityEvent,
  ActivityInput,
  ActivityQuery,
} from './activity.types.ts';

const noImplementation = 'No implementation was provided for this actor';

/** The output of the load; null for other events. */
const answerOf = (event: ActivityEvent | DoneActorEvent<ActivityAnswer>): ActivityAnswer | null =>
  'output' in event ? event.output : null;

const isWithoutEntries = (event: ActivityEvent): boolean => answerOf(event)?.activity.entries.length === 0;

const newerOf = ({ kind, newer }: ActivityAddress): ActivityAddress => ({
  kind,
  before: newer.at(-1) ?? null,
  newer: newer.slice(0, -1),
});

const olderOf = ({ address: { kind, before, newer }, activity }: ActivityContext): ActivityAddress => ({
  kind,
  before: activity?.next ?? null,
  newer: before === null ? [] : [...newer, before],
});

/** The changes of a customer's balance: the page and filter, how loading went, and the download. */
export const activityMachine = setup({
  types: {
    context: {} as ActivityContext,
    events: {} as ActivityEvent,
    emitted: {} as ActivityEmitted,
    input: {} as ActivityInput,
    tags: {} as 'busy',
  },
  actors: {
    loadActivity: fromPromise<ActivityAnswer, ActivityQuery>(() =>
      Promise.reject(new Error(noImplementation)),
    ),
    writeDownload: fromCallback<ActivityEvent, Pick<ActivityQuery, 'kind'>>(() => {
      throw new Error(noImplementation);
    }),
  },
  guards: {
    isPastLastPage: ({ context, event }) => context.address.before !== null && isWithoutEntries(event),
    isEmpty: ({ event }) => isWithoutEntries(event),
    isOtherFilter: ({ context, event }) =>
      event.type === 'filter.chosen' && event.kind !== context.address.kind,
    isOtherQuery: ({ context, event }) =>
      event.type === 'address.visited' &&
      (event.address.kind !== context.address.kind || event.address.before !== context.address.before),
    hasNewer: ({ context }) => context.address.before !== null,
    hasOlder: ({ context }) => context.activity !== null && context.activity.next !== null,
  },
  actions: {
    setAddress: assign((_, address: ActivityAddress) => ({ address })),
    setActivity: assign(({ event }) => ({ ...answerOf(event) })),
    clearActivity: assign({ activity: null, readAt: null }),
    beginDownload: assign(({ context }) => ({
      download: { kind: context.address.kind, rows: 0, problem: '' },
    })),
    countRows: assign(({ context, event }) => {
      assertEvent(event, 'download.progressed');
      return { download: context.download && { ...context.download, rows: event.rows } };
    }),
    setProblem: assign(({ context, event }) => {
      assertEvent(event, 'download.failed');
      return { download: context.download && { ...context.download, problem: event.message } };
    }),
    clearDownload: assign({ download: null }),
    announceDownload: emit(({ context, event }) => {
      assertEvent(event, 'download.completed');
      const kind = context.download?.kind ?? context.address.kind;
      return { type: 'activity.downloaded' as const, kind, csv: event.csv };
    }),
    announceRefresh: emit({ type: 'refresh.started' }),
    announceAddress: emit(({ context }) => ({
      type: 'address.changed' as const,
      address: context.address,
      replace: false,
    })),
    correctAddress: emit(({ context }) => ({
      type: 'address.changed' as const,
      address: context.address,
      replace: true,
    })),
  },
}).createMachine({
  id: 'activity',
  description: 'Filter, pager and download of the credit activity, in step with the address bar.',
  type: 'parallel',
  context: ({ input: { address } }) => ({ address, activity: null, readAt: null, download: null }),
  states: {
    list: {
      description: 'One page of one filter. Any event that selects another page starts a new load.',
      initial: 'loading',
      on: {
        'filter.chosen': {
          guard: 'isOtherFilter',
          target: '.loading',
          actions: [
            { type: 'setAddress', params: ({ event }) => ({ kind: event.kind, before: null, newer: [] }) },
            'announceAddress',
          ],
        },
        'newer.chosen': {
          guard: 'hasNewer',
          target: '.loading',
          actions: [
            { type: 'setAddress', params: ({ context }) => newerOf(context.address) },
            'announceAddress',
          ],
        },
        'address.visited': {
          guard: 'isOtherQuery',
          target: '.loading',
          actions: { type: 'setAddress', params: ({ event }) => event.address },
        },
        'history.outdated': '.loading',
        'refresh.requested': { target: '.loading', actions: 'announceRefresh' },
      },
      states: {
        loading: {
          description: 'The page is being read. A newer request takes the place of an older one.',
          tags: 'busy',
          invoke: {
            id: 'loadActivity',
            src: 'loadActivity',
            input: ({ context }) => context.address,
            onDone: [
              {
                guard: 'isPastLastPage',
                target: 'loading',
                reenter: true,
                actions: [
                  {
                    type: 'setAddress',
                    params: ({ context }) => ({ kind: context.address.kind, before: null, newer: [] }),
                  },
                  'correctAddress',
                ],
              },
              { guard: 'isEmpty', target: 'empty', actions: 'setActivity' },
              { target: 'shown', actions: 'setActivity' },
            ],
            onError: { target: 'failed', actions: 'clearActivity' },
          },
        },
        shown: {
          description: 'The rows of the page stand. Only they know the next older page.',
          on: {
            'older.chosen': {
              guard: 'hasOlder',
              target: 'loading',
              actions: [{ type: 'setAddress', params: ({ context }) => olderOf(context) }, 'announceAddress'],
            },
          },
        },
        empty: { description: 'No change of the balance matches the filter.' },
        failed: {
          description: 'The page could not be read.',
          on: { 'history.retried': { target: 'loading' } },
        },
      },
    },
    download: {
      description: 'The activity of one filter as a file.',
      initial: 'idle',
      states: {
        idle: {
          description: 'No file was asked for.',
          on: { 'download.requested': { target: 'running', actions: 'beginDownload' } },
        },
        running: {
          description: 'All pages of the filter are read, one after the other.',
          invoke: {
            id: 'writeDownload',
            src: 'writeDownload',
            input: ({ context }) => ({ kind: context.download?.kind ?? context.address.kind }),
          },
          on: {
            'download.progressed': { actions: 'countRows' },
            'download.completed': { target: 'saved', actions: 'announceDownload' },
            'download.failed': { target: 'failed', actions: 'setProblem' },
            'download.canceled': { target: 'idle', actions: 'clearDownload' },
          },
        },
        saved: {
          description: 'The file was handed to the browser. A request for other rows ends this message.',
          on: {
            'download.requested': { target: 'running', actions: 'beginDownload' },
            'filter.chosen': { guard: 'isOtherFilter', target: 'idle', actions: 'clearDownload' },
            'address.visited': { guard: 'isOtherQuery', target: 'idle', actions: 'clearDownload' },
            'refresh.requested': { target: 'idle', actions: 'clearDownload' },
          },
        },
        failed: {
          description:
            'The file could not be completed; nothing was saved. A request for other rows ends this message.',
          on: {
            'download.requested': { target: 'running', actions: 'beginDownload' },
            'filter.chosen': { guard: 'isOtherFilter', target: 'idle', actions: 'clearDownload' },
            'address.visited': { guard: 'isOtherQuery', target: 'idle', actions: 'clearDownload' },
            'refresh.requested': { target: 'idle', actions: 'clearDownload' },
          },
        },
      },
    },
  },
});
