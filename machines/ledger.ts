import {
  assertEvent,
  assign,
  type DoneActorEvent,
  emit,
  fromCallback,
  fromPromise,
  or,
  setup,
  stateIn,
} from 'xstate';
import type { History } from '../contract/transactions.ts';
import type {
  LedgerAnswer,
  LedgerContext,
  LedgerEmitted,
  LedgerEvent,
  LedgerInput,
  LedgerQuery,
} from './ledger.types.ts';

const noImplementation = 'No implementation was provided for this actor';

/** The output of the load; null for other events. */
const answerOf = (event: LedgerEvent | DoneActorEvent<LedgerAnswer>): LedgerAnswer | null =>
  'output' in event ? event.output : null;

const historyOf = (event: LedgerEvent): History | null => {
  const answer = answerOf(event);
  return answer?.outcome === 'loaded' ? answer.history : null;
};

const lastPageOf = (history: History | null): number => Math.max(1, history?.pagination.total_pages ?? 1);

const addressChanged = ({ query, transaction }: LedgerContext, replace: boolean) => ({
  type: 'address.changed' as const,
  address: { ...query, tx: transaction },
  replace,
});

/** The purchase ledger: the page and filter, how loading went, and the open transaction. */
export const ledgerMachine = setup({
  types: {
    context: {} as LedgerContext,
    events: {} as LedgerEvent,
    emitted: {} as LedgerEmitted,
    input: {} as LedgerInput,
    tags: {} as 'busy',
  },
  actors: {
    loadHistory: fromPromise<LedgerAnswer, LedgerQuery>(() => Promise.reject(new Error(noImplementation))),
    writeDownload: fromCallback<LedgerEvent, Pick<LedgerQuery, 'status'>>(() => {
      throw new Error(noImplementation);
    }),
  },
  guards: {
    isUnknownCustomer: ({ event }) => answerOf(event)?.outcome === 'unknown-customer',
    isEmpty: ({ event }) => historyOf(event)?.transactions.length === 0,
    isPastLastPage: ({ context, event }) => context.query.page > lastPageOf(historyOf(event)),
    isOtherFilter: ({ context, event }) =>
      event.type === 'filter.chosen' && event.status !== context.query.status,
    isOtherPage: ({ context, event }) =>
      event.type === 'page.chosen' &&
      Number.isSafeInteger(event.page) &&
      event.page >= 1 &&
      event.page <= lastPageOf(context.history) &&
      event.page !== context.query.page,
    isOtherQuery: ({ context, event }) =>
      event.type === 'address.visited' &&
      (event.address.status !== context.query.status || event.address.page !== context.query.page),
    namesTransaction: ({ event }) => event.type === 'address.visited' && event.address.tx !== null,
    namesNoTransaction: ({ event }) => event.type === 'address.visited' && event.address.tx === null,
    isNamed: ({ context }) => context.transaction !== null,
    isRow: ({ context, event }) =>
      event.type === 'row.opened' && context.history?.transactions[event.place] !== undefined,
    isListed: ({ context }) =>
      context.history?.transactions.some(({ id }) => id !== null && id === context.transaction) ?? false,
    isListSettled: or([
      stateIn({ list: 'shown' }),
      stateIn({ list: 'empty' }),
      stateIn({ list: 'welcoming' }),
    ]),
  },
  actions: {
    setQuery: assign((_, { status, page }: LedgerQuery) => ({ query: { status, page } })),
    goToLastPage: assign(({ context, event }) => ({
      query: { ...context.query, page: lastPageOf(historyOf(event)) },
    })),
    setHistory: assign(({ event }) => {
      const answer = answerOf(event);
      return answer?.outcome === 'loaded' ? { history: answer.history, readAt: answer.readAt } : {};
    }),
    clearHistory: assign({ history: null, readAt: null }),
    openTransaction: assign(({ event }) => {
      assertEvent(event, 'transaction.opened');
      return { transaction: event.id, unnamedRow: null };
    }),
    openRow: assign(({ context, event }) => {
      assertEvent(event, 'row.opened');
      return { unnamedRow: context.history?.transactions[event.place] ?? null };
    }),
    visitTransaction: assign(({ event }) => {
      assertEvent(event, 'address.visited');
      return { transaction: event.address.tx, unnamedRow: null };
    }),
    closeTransaction: assign({ transaction: null, unnamedRow: null }),
    beginDownload: assign(({ context }) => ({
      download: { status: context.query.status, rows: 0, total: null, problem: '' },
    })),
    countRows: assign(({ context, event }) => {
      assertEvent(event, 'download.progressed');
      return { download: context.download && { ...context.download, rows: event.rows, total: event.total } };
    }),
    setProblem: assign(({ context, event }) => {
      assertEvent(event, 'download.failed');
      return { download: context.download && { ...context.download, problem: event.message } };
    }),
    clearDownload: assign({ download: null }),
    announceDownload: emit(({ context, event }) => {
      assertEvent(event, 'download.completed');
      const status = context.download?.status ?? context.query.status;
      return { type: 'ledger.downloaded' as const, status, csv: event.csv };
    }),
    announceRefresh: emit({ type: 'refresh.started' }),
    announceAddress: emit(({ context }) => addressChanged(context, false)),
    correctAddress: emit(({ context }) => addressChanged(context, true)),
  },
}).createMachine({
  id: 'ledger',
  description: 'Filter, pager, details and download of the purchases, in step with the address bar.',
  type: 'parallel',
  context: ({ input: { address } }) => ({
    query: { status: address.status, page: address.page },
    history: null,
    readAt: null,
    transaction: address.tx,
    unnamedRow: null,
    download: null,
  }),
  states: {
    list: {
      description: 'One page of one filter. Any event that selects another page starts a new load.',
      initial: 'loading',
      on: {
        'filter.chosen': {
          guard: 'isOtherFilter',
          target: '.loading',
          actions: [
            { type: 'setQuery', params: ({ event }) => ({ status: event.status, page: 1 }) },
            'announceAddress',
          ],
        },
        'page.chosen': {
          guard: 'isOtherPage',
          target: '.loading',
          actions: [
            { type: 'setQuery', params: ({ context, event }) => ({ ...context.query, page: event.page }) },
            'announceAddress',
          ],
        },
        'address.visited': {
          guard: 'isOtherQuery',
          target: '.loading',
          actions: { type: 'setQuery', params: ({ event }) => event.address },
        },
        'history.outdated': '.loading',
        'refresh.requested': { target: '.loading', actions: 'announceRefresh' },
      },
      states: {
        loading: {
          description: 'The page is being read. A newer request takes the place of an older one.',
          tags: 'busy',
          invoke: {
            id: 'loadHistory',
            src: 'loadHistory',
            input: ({ context }) => context.query,
            onDone: [
              { guard: 'isUnknownCustomer', target: 'welcoming', actions: 'clearHistory' },
              {
                guard: 'isPastLastPage',
                target: 'loading',
                reenter: true,
                actions: ['goToLastPage', 'correctAddress'],
              },
              { guard: 'isEmpty', target: 'empty', actions: 'setHistory' },
              { target: 'shown', actions: 'setHistory' },
            ],
            onError: { target: 'failed', actions: 'clearHistory' },
          },
        },
        shown: { description: 'The rows of the page stand.' },
        empty: { description: 'The filter has no transaction.' },
        welcoming: { description: 'The customer has not bought anything yet.' },
        failed: {
          description: 'The page could not be read.',
          on: { 'history.retried': { target: 'loading' } },
        },
      },
    },
    details: {
      description: 'The dialog of one transaction.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'The address may name a transaction.',
          always: [{ guard: 'isNamed', target: 'sought' }, { target: 'closed' }],
        },
        closed: {
          description: 'No transaction is open.',
          on: {
            'transaction.opened': { target: 'open', actions: ['openTransaction', 'announceAddress'] },
            'row.opened': { guard: 'isRow', target: 'open', actions: 'openRow' },
            'address.visited': { guard: 'namesTransaction', target: 'sought', actions: 'visitTransaction' },
          },
        },
        sought: {
          description: 'The address names a transaction whose row may still be on its way.',
          always: [
            { guard: 'isListed', target: 'open' },
            { guard: 'isListSettled', target: 'missing', actions: ['closeTransaction', 'correctAddress'] },
          ],
          on: {
            'transaction.opened': { target: 'open', actions: ['openTransaction', 'announceAddress'] },
            'address.visited': [
              { guard: 'namesNoTransaction', target: 'closed', actions: 'visitTransaction' },
              { actions: 'visitTransaction' },
            ],
          },
        },
        open: {
          description: 'The details of one transaction are shown.',
          on: {
            'transaction.opened': { actions: ['openTransaction', 'announceAddress'] },
            'transaction.closed': { target: 'closed', actions: ['closeTransaction', 'correctAddress'] },
            'address.visited': [
              { guard: 'namesNoTransaction', target: 'closed', actions: 'visitTransaction' },
              { target: 'sought', actions: 'visitTransaction' },
            ],
            'xstate.done.actor.loadHistory': { guard: 'isNamed', target: 'sought' },
          },
        },
        missing: {
          description:
            'The transaction that was asked for is not among these rows; the address no longer names it.',
          on: {
            'transaction.opened': { target: 'open', actions: ['openTransaction', 'announceAddress'] },
            'row.opened': { guard: 'isRow', target: 'open', actions: 'openRow' },
            'address.visited': { guard: 'namesTransaction', target: 'sought', actions: 'visitTransaction' },
            'filter.chosen': { target: 'closed' },
            'page.chosen': { target: 'closed' },
          },
        },
      },
    },
    download: {
      description: 'The ledger of one filter as a file.',
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
            input: ({ context }) => ({ status: context.download?.status ?? context.query.status }),
          },
          on: {
            'download.progressed': { actions: 'countRows' },
            'download.completed': { target: 'saved', actions: 'announceDownload' },
            'download.failed': { target: 'failed', actions: 'setProblem' },
            'download.cancelled': { target: 'idle', actions: 'clearDownload' },
          },
        },
        saved: {
          description: 'The file was handed to the browser. A request for other rows ends this message.',
          on: {
            'download.requested': { target: 'running', actions: 'beginDownload' },
            'filter.chosen': { guard: 'isOtherFilter', target: 'idle', actions: 'clearDownload' },
            'page.chosen': { guard: 'isOtherPage', target: 'idle', actions: 'clearDownload' },
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
            'page.chosen': { guard: 'isOtherPage', target: 'idle', actions: 'clearDownload' },
            'address.visited': { guard: 'isOtherQuery', target: 'idle', actions: 'clearDownload' },
            'refresh.requested': { target: 'idle', actions: 'clearDownload' },
          },
        },
      },
    },
  },
});
