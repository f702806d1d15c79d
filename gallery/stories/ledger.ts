import * as v from 'valibot';
import { fromPromise } from 'xstate';
import type { TopUpCharge, TopUpNews } from '#contract/top-up-news.ts';
import {
  type History,
  type Reversal,
  reversalSchema,
  type Summary,
  transactionSchema,
} from '#contract/transactions.ts';
import type { ledgerMachine } from '#machines/lists/ledger.ts';
import type { LedgerAnswer, LedgerEvent, LedgerFilter, LedgerQuery } from '#machines/lists/ledger.types.ts';
import { type LedgerSetup, never, rejects, resolves } from '../harness/actors.ts';
import {
  failing,
  historyOf,
  now,
  pending,
  topUpDecline,
  topUpDelay,
  topUpShortfall,
  transactions,
} from '../harness/fixtures.ts';
import { dashboard, type StoriesOf, type Story } from './story.ts';

const reading = (ledger: LedgerSetup): Story => dashboard({ ledger });
const silentSummary: Story['store'] = { summary: pending };

const filter = (status: LedgerFilter): LedgerEvent => ({ type: 'filter.chosen', status });
const loaded = (history: History) =>
  resolves<LedgerAnswer, LedgerQuery>({ outcome: 'loaded', history, readAt: now });
/** A row whose fields the store API couldn't fill in. */
const odd = v.parse(transactionSchema, { transaction_date: 'yesterday', status: 'lost' });
const oddRows = loaded({
  transactions: [odd, ...transactions.slice(0, 2)],
  pagination: { total_pages: 1, total_items: 3 },
});
/** A ledger whose two newest rows are automatic top-ups. The second is partly refunded. */
const automaticRows = loaded({
  transactions: transactions.slice(0, 4).map((row, index) => ({
    ...row,
    is_automatic: index < 2,
    reversals: index === 1 ? [v.parse(reversalSchema, { kind: 'refund', amount_display: '$4.00' })] : [],
  })),
  pagination: { total_pages: 1, total_items: 4 },
});
const charge: TopUpCharge = {
  transaction_id: transactions.find(({ status }) => status === 'completed')?.id ?? '',
  date: new Date(now).toISOString(),
  amount_cents: 1_000,
  credits: 1_300,
  card: { brand: 'visa', last4: '1111' },
};
const earlierCharge: TopUpCharge = { ...charge, transaction_id: 'earlier', date: '2026-03-02T12:00:00Z' };
const toppingUp = (state: TopUpNews['state'], notices: Partial<TopUpNews> = {}): Story => ({
  ...reading({ actors: { loadHistory: automaticRows } }),
  store: {
    credits: async () => ({
      held: 0,
      expiring: null,
      top_up: {
        state,
        paused_reason: state === 'paused' ? 'card-expired' : null,
        last_charge: charge,
        declined: null,
        delayed: null,
        shortfall: null,
        ...notices,
      } satisfies TopUpNews,
    }),
  },
});
const firstPageOnly = fromPromise<LedgerAnswer, LedgerQuery>(async ({ input }) =>
  input.page > 1 ? failing() : { outcome: 'loaded', history: historyOf(input), readAt: now },
);
const nothing = loaded({ transactions: [], pagination: { total_pages: 0, total_items: 0 } });
const emptySummary: Summary = {
  total_spent_display: '$0.00',
  total_transactions: 0,
  total_credits_purchased: 0,
  current_balance: 0,
};
const empty = (status: LedgerFilter): Story =>
  reading({ actors: { loadHistory: nothing }, events: [filter(status)] });
const idOf = (status: LedgerFilter): string =>
  transactions.find((transaction) => transaction.status === status)?.id ?? '';
const open = (status: LedgerFilter): LedgerEvent => ({ type: 'transaction.opened', id: idOf(status) });
const seek = (tx: string): LedgerEvent => ({
  type: 'address.visited',
  address: { status: 'completed', page: 1, tx },
});
const refundedStory = (status: string, reversals: readonly Reversal[]): Story => {
  const [newest, ...others] = transactions;
  const transaction = v.parse(transactionSchema, { ...newest, status, reversals });
  const pagination = { total_pages: 1, total_items: 10 };
  return reading({
    actors: { loadHistory: loaded({ transactions: [transaction, ...others.slice(0, 9)], pagination }) },
    events: [{ type: 'row.opened', place: 0 }],
  });
};
const part: Reversal = {
  kind: 'refund',
  date: '2026-11-20T18:05:09Z',
  amount_display: '$2.00',
  credits: 200,
};
const every: readonly Reversal[] = [
  part,
  { ...part, kind: 'void', amount_display: '$1.50', credits: 150 },
  { ...part, kind: 'chargeback', amount_display: '$1.50', credits: 150 },
  { kind: null, date: null, amount_display: null, credits: null },
];

export const ledgerStories: StoriesOf<typeof ledgerMachine> = {
  'list.loading': {
    story: dashboard({ ledger: { actors: { loadHistory: never() } }, store: silentSummary }),
  },
  'list.shown': {
    story: reading({ events: [filter('all')] }),
    variants: {
      'last-page': reading({ events: [filter('all'), { type: 'page.chosen', page: 5 }] }),
      'middle-page': reading({ events: [filter('all'), { type: 'page.chosen', page: 2 }] }),
      pending: reading({ events: [filter('pending')] }),
      failed: reading({ events: [filter('failed')] }),
      refunded: reading({ events: [filter('refunded')] }),
      'odd-rows': reading({ actors: { loadHistory: oddRows } }),
      'top-up': toppingUp('on'),
      'top-up-paused': toppingUp('paused'),
      'top-up-declined': toppingUp('on', { declined: topUpDecline, last_charge: earlierCharge }),
      'top-up-delayed': toppingUp('on', { delayed: topUpDelay, shortfall: topUpShortfall }),
      'summary-loading': dashboard({ store: silentSummary }),
      'summary-unreadable': dashboard({
        store: { summary: failing },
      }),
    },
  },
  'list.empty': {
    story: empty('all'),
    variants: {
      completed: reading({ actors: { loadHistory: nothing } }),
      'first-purchase': dashboard({
        ledger: { actors: { loadHistory: nothing } },
        store: { balance: async () => ({ balance: 0 }), summary: async () => emptySummary },
      }),
      pending: empty('pending'),
      failed: empty('failed'),
      refunded: empty('refunded'),
    },
  },
  'list.welcoming': {
    story: reading({ actors: { loadHistory: resolves({ outcome: 'unknown-customer' }) } }),
  },
  'list.kept': {
    story: reading({ actors: { loadHistory: firstPageOnly }, events: [{ type: 'page.chosen', page: 2 }] }),
  },
  'list.failed': { story: reading({ actors: { loadHistory: rejects() } }) },

  'details.deciding': {
    sameAs: 'list.shown',
    reason: 'It decides at once whether the address asks for more.',
  },
  'details.closed': { sameAs: 'list.shown', reason: 'The list stands alone.' },
  'details.sought': {
    story: reading({ actors: { loadHistory: never() }, events: [seek(idOf('completed'))] }),
  },
  'details.open': {
    story: reading({ events: [open('completed')] }),
    variants: {
      pending: reading({ events: [filter('pending'), open('pending')] }),
      failed: reading({ events: [filter('failed'), open('failed')] }),
      refunded: reading({ events: [filter('refunded'), open('refunded')] }),
      'part-refunded': refundedStory('completed', [part]),
      'refunded-in-every-way': refundedStory('refunded', every),
      automatic: reading({ actors: { loadHistory: automaticRows }, events: [open('completed')] }),
      unnamed: reading({
        actors: { loadHistory: oddRows },
        events: [{ type: 'row.opened', place: 0 }],
      }),
    },
  },
  'details.missing': { story: reading({ events: [seek('none')] }) },
};
