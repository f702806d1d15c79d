import type { LedgerFilter } from '#machines/lists/ledger.types.ts';
import { countOf } from './common.ts';

export const ledgerTexts = {
  region: 'Transaction Ledger',
  summary: {
    totalSpent: 'Total Spent',
    totalTransactions: 'Total Transactions',
    /** Says what the total counts. */
    counted: 'Total Transactions counts every status.',
    totalCredits: 'Total Credits Purchased',
    currentBalance: 'Current Balance',
    unreadable: "We couldn't load the totals.",
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
  /** For screen readers, after struck figures. */
  refunded: 'refunded',
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
  kept: "We couldn't load that page, so this one stays.",
  updated: (exact: string) => `Updated ${exact}`,
  refresh: 'Refresh',
  pending: {
    next: "We're waiting for the card processor to confirm this payment. No action is needed.",
    listed: (payments: number) =>
      `We're waiting for the card processor to confirm ${payments === 1 ? 'the pending payment' : 'these payments'}. No action is needed.`,
    checkAgain: 'Check again',
  },
  automatic: 'Automatic',
  notAvailable: 'N/A',
  /** Link text on a phone's cards. */
  opens: 'Details',
  openUnnamed: 'N/A, details',
  missing: "This transaction isn't on this page. It may be under another filter or on another page.",
  download: {
    empty: 'No transactions to download',
    starting: (filter: string) => `Preparing ${filter}…`,
    progress: (rows: string, total: string, filter: string) => `${filter}: ${rows} of ${total} rows…`,
    saved: (rows: string) => `Downloaded ${countOf(rows, 'transaction')}`,
    failed: (reason: string) => `The download failed. ${reason}`,
  },
  partlyRefunded: 'Partially refunded',
  pages: 'Ledger pages',
  details: {
    title: 'Transaction Details',
    status: 'Status',
    notCharged: 'You have not been charged.',
    date: 'Date (CT)',
    package: 'Package',
    amount: 'Amount',
    card: 'Card',
    credits: 'Credits received',
    bonusCredits: 'Bonus credits',
    totalCredits: 'Total credits',
    refunded: {
      amount: 'Amount refunded',
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
