import { assertEvent, assign, emit, fromPromise, setup } from 'xstate';
import type {
  LedgerAnswer,
  LedgerContext,
  LedgerEmitted,
  LedgerEvent,
  LedgerInput,
  LedgerQuery,
} from './ledger.types.ts';

const unbound = () => Promise.reject(new Error('No implementation was provided for this actor'));

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
      answer.outcome === 'loaded' ? { history: answer.history } : {},
    ),
    forgetHistory: assign({ history: null }),
    openTransaction: assign(({ event }) => {
      assertEvent(event, 'transaction.opened');
      return { transaction: event.id };
    }),
    closeTransaction: assign({ transaction: null }),
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
  description: 'Filter, pager and details of the purchases, in step with the address bar.',
  type: 'parallel',
  context: ({ input: { address } }) => ({
    query: { filter: address.filter, page: address.page },
    history: null,
    transaction: address.transaction,
  }),
  states: {
    list: {
      description: 'One page of one filter.',
      initial: 'loading',
      on: {
        'filter.chosen': {
          guard: 'isOtherFilter',
          target: '.loading',
          reenter: true,
          actions: ['chooseFilter', 'announceAddress'],
        },
        'page.chosen': {
          guard: 'isOtherPage',
          target: '.loading',
          reenter: true,
          actions: ['choosePage', 'announceAddress'],
        },
        'address.visited': {
          guard: 'isOtherQuery',
          target: '.loading',
          reenter: true,
          actions: 'visitQuery',
        },
        'history.outdated': { target: '.loading', reenter: true },
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
          always: [{ guard: 'startsWithTransaction', target: 'open' }, { target: 'closed' }],
        },
        closed: {
          description: 'No transaction is open.',
          on: {
            'transaction.opened': { target: 'open', actions: ['openTransaction', 'announceAddress'] },
            'address.visited': { guard: 'namesTransaction', target: 'open', actions: 'visitTransaction' },
          },
        },
        open: {
          description: 'The details of one transaction are shown, once its row is there.',
          on: {
            'transaction.opened': { actions: ['openTransaction', 'announceAddress'] },
            'transaction.closed': { target: 'closed', actions: ['closeTransaction', 'announceAddress'] },
            'address.visited': [
              { guard: 'namesNoTransaction', target: 'closed', actions: 'visitTransaction' },
              { actions: 'visitTransaction' },
            ],
          },
        },
      },
    },
  },
});
