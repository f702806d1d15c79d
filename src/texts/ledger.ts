import type { ReversalKind } from '#domain/reversals.ts';
import type { LedgerFilter } from '#machines/ledger.types.ts';

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
  /** Credits of a purchase that was refunded. */
  refunded: (credits: string) => `${credits} refunded`,
  found: (transactions: string) => `Transactions: ${transactions}`,
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
    next: 'The card processor still has to confirm it, which needs nothing from you. Please don’t pay again.',
    listed:
      'The card processor still has to confirm what is pending, which needs nothing from you. Please don’t pay again.',
    checkAgain: 'Check again',
  },
  notAvailable: 'N/A',
  /** What opens the details of a row without an id. */
  openUnnamed: 'N/A, details',
  missing:
    'The transaction of this link is not among these rows. It may stand under another filter or on another page.',
  download: {
    start: 'Download CSV',
    cancel: 'Cancel download',
    starting: (filter: string) => `Preparing ${filter}…`,
    progress: (rows: string, total: string, filter: string) => `${filter}: ${rows} of ${total} rows…`,
    saved: (rows: string) => `Rows saved: ${rows}`,
    failed: (reason: string) => `The download did not finish, and nothing was saved. ${reason}`,
    changing: 'The ledger kept changing while it was read. Please try again.',
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
    partlyGivenBack: 'Paid by card. Part of it was given back since.',
    customer: 'Customer',
    email: 'Email',
    total: 'Total',
  },
  reversals: {
    title: 'Given back',
    inPart: 'Given back in part',
    /** Of a purchase that keeps what was not given back. */
    part: 'Part of this payment was given back. The purchase stands, and its other credits are yours.',
    kind: {
      refund: 'Refunded to your card',
      void: 'Payment cancelled before it was taken from your card',
      chargeback: 'Returned to you by your bank',
      other: 'Given back',
    } satisfies Record<ReversalKind, string>,
    creditsTakenBack: (credits: string) => `Credits taken back: ${credits}`,
  },
  pages: 'Ledger pages',
  details: {
    title: 'Transaction Details',
    status: 'Status',
    date: 'Date',
    package: 'Package',
    amount: 'Amount',
    credits: 'Credits received',
    bonusCredits: 'Bonus credits',
    totalCredits: 'Total credits',
    refundedCredits: 'Credits refunded',
    balance: 'Balance after',
    id: 'Transaction ID',
    gatewayId: 'Gateway transaction ID',
    orderId: 'Order ID',
  },
} as const;
