import { assign, emit, fromPromise, sendTo, setup } from 'xstate';
import { type ActorEvents, type Children, eventAs, unimplemented } from '../shared.ts';
import type {
  ActivityAddress,
  ActivityAnswer,
  ActivityContext,
  ActivityEmitted,
  ActivityEvent,
  ActivityFilter,
  ActivityQuery,
} from './activity.types.ts';
import type { downloadMachine } from './download.ts';

const actors = {
  loadActivity: fromPromise<ActivityAnswer, ActivityQuery>(unimplemented),
  download: {} as typeof downloadMachine,
};

type Events = ActivityEvent | ActorEvents<typeof actors>;

const isWithoutEntries = (event: Events): boolean =>
  eventAs(event, 'xstate.done.actor.loadActivity').output.activity.entries.length === 0;

const newestOf = (kind: ActivityFilter): ActivityAddress => ({ kind, before: null, newer: [] });

const newerOf = ({ address: { kind, newer } }: ActivityContext): ActivityAddress => ({
  kind,
  before: newer.at(-1) ?? null,
  newer: newer.slice(0, -1),
});

const olderOf = ({ address: { kind, before, newer }, activity }: ActivityContext): ActivityAddress => ({
  kind,
  before: activity?.next ?? null,
  newer: before === null ? [] : [...newer, before],
});

const addressChanged = ({ address }: ActivityContext, replace: boolean) => ({
  type: 'address.changed' as const,
  address,
  replace,
});

/** Controls the list of balance changes: its page, filter and loading state. */
export const activityMachine = setup({
  types: {
    context: {} as ActivityContext,
    events: {} as Events,
    emitted: {} as ActivityEmitted,
    input: {} as { readonly address: ActivityAddress },
    children: {} as Children<typeof actors>,
    tags: {} as 'busy',
  },
  actors,
  guards: {
    isPastLastPage: ({ context, event }) => context.address.before !== null && isWithoutEntries(event),
    isEmpty: ({ event }) => isWithoutEntries(event),
    isOtherFilter: ({ context, event }) => eventAs(event, 'filter.chosen').kind !== context.address.kind,
    isOtherQuery: ({ context: { address }, event }) => {
      const { kind, before } = eventAs(event, 'address.visited').address;
      return kind !== address.kind || before !== address.before;
    },
    isReload: ({ context }) => context.address === context.shown,
    isOfShownFilter: ({ context }) => context.address.kind === context.shown?.kind,
    hasNewer: ({ context }) => context.address.before !== null,
    hasOlder: ({ context }) => context.activity !== null && context.activity.next !== null,
  },
  actions: {
    chooseFilter: assign(({ event }) => ({ address: newestOf(eventAs(event, 'filter.chosen').kind) })),
    goToNewest: assign(({ context }) => ({ address: newestOf(context.address.kind) })),
    goToNewer: assign(({ context }) => ({ address: newerOf(context) })),
    goToOlder: assign(({ context }) => ({ address: olderOf(context) })),
    visitAddress: assign(({ event }) => ({ address: eventAs(event, 'address.visited').address })),
    setActivity: assign(({ context: { address }, event }) => {
      const { activity, readAt } = eventAs(event, 'xstate.done.actor.loadActivity').output;
      return { activity, readAt, shown: activity.entries.length > 0 ? address : null };
    }),
    keepRows: assign(({ context: { address, shown } }) => ({ address: shown ?? address, missed: address })),
    goToMissed: assign(({ context: { address, missed } }) => ({ address: missed ?? address })),
    clearActivity: assign({ activity: null, shown: null, readAt: null }),
    tellDownload: sendTo('download', { type: 'rows.changed' }),
    announceRefresh: emit({ type: 'refresh.started' }),
    announceAddress: emit(({ context }) => addressChanged(context, false)),
    correctAddress: emit(({ context }) => addressChanged(context, true)),
  },
}).createMachine({
  id: 'activity',
  description: 'Filters, pages and downloads the credit activity. Keeps the address bar in sync.',
  context: ({ input: { address } }) => ({ address, activity: null, shown: null, missed: null, readAt: null }),
  invoke: { id: 'download', src: 'download' },
  on: {
    'filter.chosen': {
      guard: 'isOtherFilter',
      target: '.loading',
      actions: ['chooseFilter', 'announceAddress', 'tellDownload'],
    },
    'newer.chosen': { guard: 'hasNewer', target: '.loading', actions: ['goToNewer', 'announceAddress'] },
    'address.visited': {
      guard: 'isOtherQuery',
      target: '.loading',
      actions: ['visitAddress', 'tellDownload'],
    },
    'history.outdated': { target: '.loading' },
    'refresh.requested': { target: '.loading', actions: ['announceRefresh', 'tellDownload'] },
  },
  initial: 'loading',
  states: {
    loading: {
      description: 'The page is loading. A newer request replaces an older one.',
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
            actions: ['goToNewest', 'correctAddress'],
          },
          { guard: 'isEmpty', target: 'empty', actions: 'setActivity' },
          { target: 'shown', actions: 'setActivity' },
        ],
        onError: [
          { guard: 'isReload', target: 'kept', actions: 'keepRows' },
          { guard: 'isOfShownFilter', target: 'kept', actions: ['keepRows', 'correctAddress'] },
          { target: 'failed', actions: 'clearActivity' },
        ],
      },
    },
    shown: {
      description: 'The page’s rows are shown, and the next older page is known.',
      on: {
        'older.chosen': { guard: 'hasOlder', target: 'loading', actions: ['goToOlder', 'announceAddress'] },
      },
    },
    kept: {
      description: 'Another page of the filter could not be read. The rows and their address stay.',
      on: {
        'older.chosen': { guard: 'hasOlder', target: 'loading', actions: ['goToOlder', 'announceAddress'] },
        'history.retried': { target: 'loading', actions: ['goToMissed', 'correctAddress'] },
      },
    },
    empty: { description: 'No balance change matches the filter.' },
    failed: {
      description: 'The page couldn’t be loaded.',
      on: { 'history.retried': { target: 'loading' } },
    },
  },
});
