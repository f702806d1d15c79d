import type { ReversalKind } from '#domain/reversals.ts';
import type { LedgerFilter } from '#machines/ledger.types.ts';
import { countOf } from './nouns.ts';

export const ledgerTexts = {
  region: 'Transaction Ledger',
  summary: {
    totalSpent: 'Total Spent',
    totalTransactions: 'Total Transactions',
    totalCredits: 'Total Credits Purchased',
    currentBalance: 'Current Balance',
    unreadable: 'The totals could not be loaded.',
  },
  filters: 'Filter by status',
  filter: {
    all: 'All',
    completed: 'Completed',
    pending: 'Pending',
    failed: 'Failed',
    refunded: 'Refunded',
  } satisfies Record<LedgerFilter, string>,
  columns: {
    date: 'Date (CT)',
    package: 'Package',
    amount: 'Amount',
    credits: 'Credits',
    balance: 'Balance',
    status: 'Status',
    id: 'Transaction ID',
  },
  /** An exact time, which is Chicago's. */
  exact: (time: string) => `${time} CT`,
  /** Credits of a refunded purchase, in a row. */
  refunded: (credits: string) => `${credits} refunded`,
  found: (transactions: string) => countOf(transactions, 'transaction'),
  empty: {
    title: 'Treasury Ledger Empty',
    filteredTitle: (status: string) => `No ${status} Transactions`,
    filtered: (status: string) => `No transactions found with "${status}" status.`,
    filteredHint: 'Try selecting a different filter',
    firstPurchase: 'Your first purchase will appear here.',
  },
  welcome: {
    title: 'Welcome to Your Treasury!',
    hint: 'Make your first credit purchase to activate your transaction history.',
  },
  failed: {
    title: 'Treasury Access Error',
    hint: 'Unable to load transaction ledger. Please try again.',
  },
  updated: (exact: string) => `Updated ${exact}`,
  refresh: 'Refresh',
  pending: {
    next: "We're waiting for the card processor to confirm this payment. No action is needed.",
    listed: "We're waiting for the card processor to confirm these payments. No action is needed.",
    checkAgain: 'Check again',
  },
  notAvailable: 'N/A',
  /** What opens the details of a row without an id. */
  openUnnamed: 'N/A, details',
  missing: "This transaction isn't on this page. It may be under another filter or on another page.",
  download: {
    start: 'Download CSV',
    cancel: 'Cancel download',
    starting: (filter: string) => `Preparing ${filter}…`,
    progress: (rows: string, total: string, filter: string) => `${filter}: ${rows} of ${total} rows…`,
    saved: (rows: string) => `Downloaded ${countOf(rows, 'transaction')}`,
    failed: (reason: string) => `The download did not finish, and nothing was saved. ${reason}`,
    changing: 'Your ledger kept changing while we read it. Please try again.',
    utcDate: 'Date (UTC)',
    chicagoDate: 'Date (Chicago)',
    fileName: (filter: string, day: string) => `transactions-${filter}-${day}.csv`,
  },
  receipt: {
    print: 'Print receipt',
    title: {
      completed: 'Receipt',
      pending: 'Pending payment',
      failed: 'Failed payment',
      refunded: 'Receipt of a refunded payment',
    } satisfies Record<Exclude<LedgerFilter, 'all'>, string>,
    note: {
      completed: 'Paid by card.',
      pending: 'This payment is not confirmed yet. This is not a receipt.',
      failed: 'This payment was not completed. This is not a receipt.',
      refunded: 'Paid by card and refunded to it.',
    } satisfies Record<Exclude<LedgerFilter, 'all'>, string>,
    partlyGivenBack: 'Paid by card. Part of it was later refunded.',
    customer: 'Customer',
    email: 'Email',
    total: 'Total',
  },
  reversals: {
    title: 'Refunds',
    inPart: 'Partly refunded',
    /** Shown with a purchase that was refunded in part. */
    part: 'Part of this payment was refunded. The rest of the credits are still yours.',
    kind: {
      refund: 'Refunded to your card',
      void: 'Payment canceled before it was taken from your card',
      chargeback: 'Returned to you by your bank',
      other: 'Refunded',
    } satisfies Record<ReversalKind, string>,
    creditsTakenBack: (credits: string) => `Credits taken back: ${credits}`,
  },
  pages: 'Ledger pages',
  details: {
    title: 'Transaction Details',
    status: 'Status',
    date: 'Date (CT)',
    package: 'Package',
    amount: 'Amount',
    credits: 'Credits received',
    bonusCredits: 'Bonus credits',
    totalCredits: 'Total credits',
    refunded: {
      credits: 'Credits refunded',
      bonusCredits: 'Bonus credits refunded',
      totalCredits: 'Total credits refunded',
    },
    balance: 'Balance after',
    id: 'Transaction ID',
    gatewayId: 'Gateway transaction ID',
    orderId: 'Order ID',
  },
} as const;
