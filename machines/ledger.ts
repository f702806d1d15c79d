import { assertEvent, assign, emit, fromCallback, fromPromise, or, setup, stateIn } from 'xstate';
import type {
  LedgerAnswer,
  LedgerContext,
  LedgerEmitted,
  LedgerEvent,
  LedgerFilter,
  LedgerInput,
  LedgerQuery,
} from './ledger.types.ts';

const noImplementation = 'No implementation was provided for this actor';
const unbound = () => Promise.reject(new Error(noImplementation));

/** The ledger of purchases: which page of which filter is shown, how its loading went, and the transaction that is open. */
export const ledgerMachine = setup({
  types: {
    context: {} as LedgerContext,
    events: {} as LedgerEvent,
    emitted: {} as LedgerEmitted,
    input: {} as LedgerInput,
    tags: {} as 'busy',
  },
  actors: {
    loadHistory: fromPromise<LedgerAnswer, LedgerQuery>(unbound),
    writeDownload: fromCallback<LedgerEvent, { filter: LedgerFilter }>(() => {
      throw new Error(noImplementation);
    }),
  },
  guards: {
    isUnknownCustomer: (_, answer: LedgerAnswer) => answer.outcome === 'unknown-customer',
    isEmpty: (_, answer: LedgerAnswer) =>
      answer.outcome === 'loaded' && answer.history.transactions.length === 0,
    isPastLastPage: ({ context }, answer: LedgerAnswer) =>
      answer.outcome === 'loaded' && context.query.page > Math.max(1, answer.history.pagination.total_pages),
    isOtherFilter: ({ context, event }) =>
      event.type === 'filter.chosen' && event.filter !== context.query.filter,
    isOtherPage: ({ context, event }) =>
      event.type === 'page.chosen' &&
      Number.isSafeInteger(event.page) &&
      event.page >= 1 &&
      event.page <= Math.max(1, context.history?.pagination.total_pages ?? 1) &&
      event.page !== context.query.page,
    isOtherQuery: ({ context, event }) =>
      event.type === 'address.visited' &&
      (event.address.filter !== context.query.filter || event.address.page !== context.query.page),
    namesTransaction: ({ event }) => event.type === 'address.visited' && event.address.transaction !== null,
    namesNoTransaction: ({ event }) => event.type === 'address.visited' && event.address.transaction === null,
    startsWithTransaction: ({ context }) => context.transaction !== null,
    isListed: ({ context }) =>
      context.history?.transactions.some(({ id }) => id !== null && id === context.transaction) ?? false,
    isListSettled: or([
      stateIn({ list: 'shown' }),
      stateIn({ list: 'empty' }),
      stateIn({ list: 'welcoming' }),
    ]),
  },
  actions: {
    chooseFilter: assign(({ event }) => {
      assertEvent(event, 'filter.chosen');
      return { query: { filter: event.filter, page: 1 } };
    }),
    choosePage: assign(({ context, event }) => {
      assertEvent(event, 'page.chosen');
      return { query: { ...context.query, page: event.page } };
    }),
    visitQuery: assign(({ event }) => {
      assertEvent(event, 'address.visited');
      const { filter, page } = event.address;
      return { query: { filter, page } };
    }),
    visitTransaction: assign(({ event }) => {
      assertEvent(event, 'address.visited');
      return { transaction: event.address.transaction };
    }),
    goToLastPage: assign(({ context }, answer: LedgerAnswer) =>
      answer.outcome === 'loaded'
        ? { query: { ...context.query, page: Math.max(1, answer.history.pagination.total_pages) } }
        : {},
    ),
    keepHistory: assign((_, answer: LedgerAnswer) =>
      answer.outcome === 'loaded' ? { history: answer.history, readAt: answer.readAt } : {},
    ),
    forgetHistory: assign({ history: null, readAt: null }),
    openTransaction: assign(({ event }) => {
      assertEvent(event, 'transaction.opened');
      return { transaction: event.id };
    }),
    closeTransaction: assign({ transaction: null }),
    beginDownload: assign(({ context }) => ({
      download: { filter: context.query.filter, rows: 0, total: null, problem: '' },
    })),
    countRows: assign(({ context, event }) => {
      assertEvent(event, 'download.progressed');
      const { rows, total } = event;
      return { download: context.download && { ...context.download, rows, total } };
    }),
    keepProblem: assign(({ context, event }) => {
      assertEvent(event, 'download.failed');
      return { download: context.download && { ...context.download, problem: event.message } };
    }),
    forgetDownload: assign({ download: null }),
    announceDownload: emit(({ context, event }) => {
      assertEvent(event, 'download.completed');
      const filter = context.download?.filter ?? context.query.filter;
      return { type: 'ledger.downloaded' as const, filter, csv: event.csv };
    }),
    announceRefresh: emit({ type: 'refresh.started' }),
    announceAddress: emit(({ context }) => ({
      type: 'address.changed' as const,
      address: { ...context.query, transaction: context.transaction },
      replace: false,
    })),
    correctAddress: emit(({ context }) => ({
      type: 'address.changed' as const,
      address: { ...context.query, transaction: context.transaction },
      replace: true,
    })),
  },
}).createMachine({
  id: 'ledger',
  description: 'Filter, pager, details and download of the purchases, in step with the address bar.',
  type: 'parallel',
  context: ({ input: { address } }) => ({
    query: { filter: address.filter, page: address.page },
    history: null,
    readAt: null,
    transaction: address.transaction,
    download: null,
  }),
  states: {
    list: {
      description: 'One page of one filter. Whatever asks for another begins to load anew.',
      initial: 'loading',
      on: {
        'filter.chosen': {
          guard: 'isOtherFilter',
          target: '.loading',
          actions: ['chooseFilter', 'announceAddress'],
        },
        'page.chosen': {
          guard: 'isOtherPage',
          target: '.loading',
          actions: ['choosePage', 'announceAddress'],
        },
        'address.visited': {
          guard: 'isOtherQuery',
          target: '.loading',
          actions: 'visitQuery',
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
              {
                guard: { type: 'isUnknownCustomer', params: ({ event }) => event.output },
                target: 'welcoming',
                actions: 'forgetHistory',
              },
              {
                guard: { type: 'isPastLastPage', params: ({ event }) => event.output },
                target: 'loading',
                reenter: true,
                actions: [{ type: 'goToLastPage', params: ({ event }) => event.output }, 'correctAddress'],
              },
              {
                guard: { type: 'isEmpty', params: ({ event }) => event.output },
                target: 'empty',
                actions: { type: 'keepHistory', params: ({ event }) => event.output },
              },
              {
                target: 'shown',
                actions: { type: 'keepHistory', params: ({ event }) => event.output },
              },
            ],
            onError: { target: 'failed', actions: 'forgetHistory' },
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
          always: [{ guard: 'startsWithTransaction', target: 'sought' }, { target: 'closed' }],
        },
        closed: {
          description: 'No transaction is open.',
          on: {
            'transaction.opened': { target: 'open', actions: ['openTransaction', 'announceAddress'] },
            'address.visited': { guard: 'namesTransaction', target: 'sought', actions: 'visitTransaction' },
          },
        },
        sought: {
          description: 'The address names a transaction whose row may still be on its way.',
          always: [
            { guard: 'isListed', target: 'open' },
            {
              guard: 'isListSettled',
              target: 'missing',
              actions: ['closeTransaction', 'correctAddress'],
            },
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
            'transaction.closed': { target: 'closed', actions: ['closeTransaction', 'announceAddress'] },
            'address.visited': [
              { guard: 'namesNoTransaction', target: 'closed', actions: 'visitTransaction' },
              { target: 'sought', actions: 'visitTransaction' },
            ],
            'xstate.done.actor.loadHistory': { target: 'sought' },
          },
        },
        missing: {
          description:
            'The transaction that was asked for is not among these rows; the address no longer names it.',
          on: {
            'transaction.opened': { target: 'open', actions: ['openTransaction', 'announceAddress'] },
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
            input: ({ context }) => ({ filter: context.download?.filter ?? context.query.filter }),
          },
          on: {
            'download.progressed': { actions: 'countRows' },
            'download.completed': { target: 'saved', actions: 'announceDownload' },
            'download.failed': { target: 'failed', actions: 'keepProblem' },
            'download.cancelled': { target: 'idle', actions: 'forgetDownload' },
          },
        },
        saved: {
          description: 'The file was handed to the browser.',
          on: { 'download.requested': { target: 'running', actions: 'beginDownload' } },
        },
        failed: {
          description: 'The file could not be completed; nothing was saved.',
          on: { 'download.requested': { target: 'running', actions: 'beginDownload' } },
        },
      },
    },
  },
});
