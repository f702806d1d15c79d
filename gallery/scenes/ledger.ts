import type { SnapshotFrom } from 'xstate';
import type { History } from '#contract/transactions.ts';
import type { ledgerMachine } from '#machines/ledger.ts';
import type { LedgerAnswer, LedgerEvent, LedgerFilter, LedgerQuery } from '#machines/ledger.types.ts';
import { answers, breaks, type LedgerPart, never } from '../harness/actors.ts';
import { now, transactions } from '../harness/fixtures.ts';
import { type AtomicState, dashboard, type Scene, type StateEntry } from './scene.ts';

const reading = (ledger: LedgerPart, more: Partial<Scene> = {}): Scene => dashboard({ ledger, ...more });

const filter = (chosen: LedgerFilter): LedgerEvent => ({ type: 'filter.chosen', filter: chosen });
const loaded = (history: History) =>
  answers<LedgerAnswer, LedgerQuery>({ outcome: 'loaded', history, readAt: now });
const nothing = loaded({ transactions: [], pagination: { total_pages: 0, total_items: 0 } });
const idOf = (status: LedgerFilter): string =>
  transactions.find((transaction) => transaction.status === status)?.id ?? '';
const open = (status: LedgerFilter): LedgerEvent => ({ type: 'transaction.opened', id: idOf(status) });
const seek = (transaction: string): LedgerEvent => ({
  type: 'address.visited',
  address: { filter: 'completed', page: 1, transaction },
});
const download: LedgerEvent = { type: 'download.requested' };

/** What a store gives of rows that it could not fill. */
const odd = {
  id: null,
  product_name: null,
  transaction_date: 'yesterday',
  status: 'lost',
  amount_display: null,
  credits_received: null,
  bonus_credits: null,
  total_credits: null,
  balance_after_transaction: null,
  ionic_transaction_id: null,
  ionic_order_id: null,
} as const;

/** The states of the ledger, in each of its three regions. */
export const ledgerScenes: Readonly<
  Record<AtomicState<SnapshotFrom<typeof ledgerMachine>['value']>, StateEntry>
> = {
  'list.loading': {
    scene: reading(
      { actors: { loadHistory: never() } },
      { store: { summary: () => new Promise(() => undefined) } },
    ),
  },
  'list.shown': {
    scene: reading({ events: [filter('all')] }),
    variants: {
      'last-page': reading({ events: [filter('all'), { type: 'page.chosen', page: 5 }] }),
      'middle-page': reading({ events: [filter('all'), { type: 'page.chosen', page: 2 }] }),
      pending: reading({ events: [filter('pending')] }),
      'odd-rows': reading({
        actors: {
          loadHistory: loaded({
            transactions: [odd, ...transactions.slice(0, 2)],
            pagination: { total_pages: 1, total_items: 3 },
          }),
        },
      }),
      'summary-loading': reading({}, { store: { summary: () => new Promise(() => undefined) } }),
      'summary-unreadable': reading(
        {},
        { store: { summary: () => Promise.reject(new Error('Out of order')) } },
      ),
    },
  },
  'list.empty': {
    scene: reading({ actors: { loadHistory: nothing }, events: [filter('all')] }),
    variants: {
      completed: reading({ actors: { loadHistory: nothing } }),
      pending: reading({ actors: { loadHistory: nothing }, events: [filter('pending')] }),
      failed: reading({ actors: { loadHistory: nothing }, events: [filter('failed')] }),
      refunded: reading({ actors: { loadHistory: nothing }, events: [filter('refunded')] }),
    },
  },
  'list.welcoming': { scene: reading({ actors: { loadHistory: answers({ outcome: 'unknown-customer' }) } }) },
  'list.failed': { scene: reading({ actors: { loadHistory: breaks() } }) },

  'details.deciding': {
    alike: 'list.shown',
    because: 'It decides at once whether the address asks for more.',
  },
  'details.closed': { alike: 'list.shown', because: 'The list stands alone.' },
  'details.sought': {
    scene: reading({ actors: { loadHistory: never() }, events: [seek(idOf('completed'))] }),
  },
  'details.open': {
    scene: reading({ events: [open('completed')] }),
    variants: {
      pending: reading({ events: [filter('pending'), open('pending')] }),
      refunded: reading({ events: [filter('refunded'), open('refunded')] }),
    },
  },
  'details.missing': { scene: reading({ events: [seek('none')] }) },

  'download.idle': { alike: 'list.shown', because: 'Only the button that starts one is there.' },
  'download.running': {
    scene: reading({ events: [download, { type: 'download.progressed', rows: 100, total: 325 }] }),
    variants: { starting: reading({ events: [download] }) },
  },
  'download.saved': {
    scene: reading({
      events: [
        download,
        { type: 'download.progressed', rows: 325, total: 325 },
        { type: 'download.completed', csv: [] },
      ],
    }),
  },
  'download.failed': {
    scene: reading({
      events: [download, { type: 'download.failed', message: 'The store could not be reached.' }],
    }),
  },
};
