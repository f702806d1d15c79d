import { assign, emit, fromPromise, or, sendTo, setup, stateIn } from 'xstate';
import type { History } from '../../contract/transactions.ts';
import { type ActorEvents, type Children, eventAs, hasOutcome, outputAs, unimplemented } from '../shared.ts';
import type { downloadMachine } from './download.ts';
import type {
  LedgerAddress,
  LedgerAnswer,
  LedgerContext,
  LedgerEmitted,
  LedgerEvent,
  LedgerQuery,
} from './ledger.types.ts';

const actors = {
  loadHistory: fromPromise<LedgerAnswer, LedgerQuery>(unimplemented),
  download: {} as typeof downloadMachine,
};

type Events = LedgerEvent | ActorEvents<typeof actors>;

/** Returns the history that was loaded, or null for other events. */
const historyIn = (event: Events): History | null =>
  event.type === 'xstate.done.actor.loadHistory' && event.output.outcome === 'loaded'
    ? event.output.history
    : null;

const lastPageOf = (history: History | null): number => Math.max(1, history?.pagination.total_pages ?? 1);

const addressChanged = ({ query, transaction }: LedgerContext, replace: boolean) => ({
  type: 'address.changed' as const,
  address: { ...query, tx: transaction },
  replace,
});

/** Controls the purchase ledger: its page, filter, loading state and open transaction. */
export const ledgerMachine = setup({
  types: {
    context: {} as LedgerContext,
    events: {} as Events,
    emitted: {} as LedgerEmitted,
    input: {} as { readonly address: LedgerAddress },
    children: {} as Children<typeof actors>,
    tags: {} as 'busy',
  },
  actors,
  guards: {
    isUnknownCustomer: hasOutcome('unknown-customer'),
    isEmpty: ({ event }) => historyIn(event)?.transactions.length === 0,
    isPastLastPage: ({ context, event }) => context.query.page > lastPageOf(historyIn(event)),
    isOtherFilter: ({ context, event }) => eventAs(event, 'filter.chosen').status !== context.query.status,
    isOtherPage: ({ context, event }) => {
      const { page } = eventAs(event, 'page.chosen');
      const isPage = Number.isSafeInteger(page) && page >= 1 && page <= lastPageOf(context.history);
      return isPage && page !== context.query.page;
    },
    isOtherQuery: ({ context: { query }, event }) => {
      const { status, page } = eventAs(event, 'address.visited').address;
      return status !== query.status || page !== query.page;
    },
    namesTransaction: ({ event }) => eventAs(event, 'address.visited').address.tx !== null,
    namesNoTransaction: ({ event }) => eventAs(event, 'address.visited').address.tx === null,
    isNamed: ({ context }) => context.transaction !== null,
    isRow: ({ context, event }) =>
      context.history?.transactions[eventAs(event, 'row.opened').place] !== undefined,
    isListed: ({ context }) =>
      context.history?.transactions.some(({ id }) => id !== null && id === context.transaction) ?? false,
    isReload: ({ context }) => context.query === context.shown,
    isOfShownFilter: ({ context }) => context.query.status === context.shown?.status,
    isListSettled: or([
      stateIn({ list: 'shown' }),
      stateIn({ list: 'empty' }),
      stateIn({ list: 'welcoming' }),
    ]),
  },
  actions: {
    chooseFilter: assign(({ event }) => ({
      query: { status: eventAs(event, 'filter.chosen').status, page: 1 },
    })),
    choosePage: assign(({ context, event }) => ({
      query: { ...context.query, page: eventAs(event, 'page.chosen').page },
    })),
    visitQuery: assign(({ event }) => {
      const { status, page } = eventAs(event, 'address.visited').address;
      return { query: { status, page } };
    }),
    goToLastPage: assign(({ context, event }) => ({
      query: { ...context.query, page: lastPageOf(historyIn(event)) },
    })),
    setHistory: assign(({ context: { query }, event }) => {
      const { history, readAt } = outputAs(eventAs(event, 'xstate.done.actor.loadHistory'), 'loaded');
      return { history, readAt, shown: history.transactions.length > 0 ? query : null };
    }),
    keepRows: assign(({ context: { query, shown } }) => ({ query: shown ?? query, missed: query })),
    goToMissed: assign(({ context: { query, missed } }) => ({ query: missed ?? query })),
    clearHistory: assign({ history: null, shown: null, readAt: null }),
    openTransaction: assign(({ event }) => ({
      transaction: eventAs(event, 'transaction.opened').id,
      unnamedRow: null,
    })),
    openRow: assign(({ context, event }) => ({
      unnamedRow: context.history?.transactions[eventAs(event, 'row.opened').place] ?? null,
    })),
    visitTransaction: assign(({ event }) => ({
      transaction: eventAs(event, 'address.visited').address.tx,
      unnamedRow: null,
    })),
    closeTransaction: assign({ transaction: null, unnamedRow: null }),
    tellDownload: sendTo('download', { type: 'rows.changed' }),
    announceRefresh: emit({ type: 'refresh.started' }),
    announceAddress: emit(({ context }) => addressChanged(context, false)),
    correctAddress: emit(({ context }) => addressChanged(context, true)),
  },
}).createMachine({
  id: 'ledger',
  description: 'Filters, pages and downloads the purchases. Keeps the address bar in sync.',
  type: 'parallel',
  context: ({ input: { address } }) => ({
    query: { status: address.status, page: address.page },
    history: null,
    shown: null,
    missed: null,
    readAt: null,
    transaction: address.tx,
    unnamedRow: null,
  }),
  invoke: { id: 'download', src: 'download' },
  states: {
    list: {
      description: 'Shows one page of the filtered list. Selecting another page starts a new load.',
      initial: 'loading',
      on: {
        'filter.chosen': {
          guard: 'isOtherFilter',
          target: '.loading',
          actions: ['chooseFilter', 'announceAddress', 'tellDownload'],
        },
        'page.chosen': {
          guard: 'isOtherPage',
          target: '.loading',
          actions: ['choosePage', 'announceAddress', 'tellDownload'],
        },
        'address.visited': {
          guard: 'isOtherQuery',
          target: '.loading',
          actions: ['visitQuery', 'tellDownload'],
        },
        'history.outdated': '.loading',
        'refresh.requested': { target: '.loading', actions: ['announceRefresh', 'tellDownload'] },
      },
      states: {
        loading: {
          description: 'The page is loading. A newer request replaces an older one.',
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
            onError: [
              { guard: 'isReload', target: 'kept', actions: 'keepRows' },
              { guard: 'isOfShownFilter', target: 'kept', actions: ['keepRows', 'correctAddress'] },
              { target: 'failed', actions: 'clearHistory' },
            ],
          },
        },
        shown: { description: 'The page’s rows are shown.' },
        empty: { description: 'No transaction matches the filter.' },
        welcoming: { description: 'The customer has not bought anything yet.' },
        kept: {
          description: 'Another page of the filter could not be read. The rows and their address stay.',
          on: { 'history.retried': { target: 'loading', actions: ['goToMissed', 'correctAddress'] } },
        },
        failed: {
          description: 'The page couldn’t be loaded.',
          on: { 'history.retried': { target: 'loading' } },
        },
      },
    },
    details: {
      description: 'The dialog with one transaction’s details.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Checks whether the address names a transaction.',
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
          description: 'The address names a transaction whose row may still be loading.',
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
          description: 'The requested transaction isn’t among the rows, so the address no longer names it.',
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
  },
});
