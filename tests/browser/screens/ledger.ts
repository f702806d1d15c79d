import type { Locator, Page } from '@playwright/test';

const columns = ['Date', 'Package', 'Amount', 'Credits', 'Balance', 'Status', 'Transaction ID'] as const;

export const ledgerScreen = (page: Page) => {
  const region = page.getByRole('region', { name: 'Transaction Ledger', exact: true });
  const rows = region.getByRole('table').locator('tbody').getByRole('row');
  const details = page.getByRole('dialog', { name: 'Transaction Details', exact: true });
  const refund = page.getByRole('dialog', { name: 'Refund this purchase?', exact: true });
  const cell = (column: (typeof columns)[number], row = 0) =>
    rows.nth(row).getByRole('cell').nth(columns.indexOf(column));
  const described = (list: Locator, term: string) =>
    list
      .locator('div:has(> dt)')
      .filter({ has: page.getByText(term, { exact: true }) })
      .getByRole('definition');
  return {
    region,
    rows,
    /** Locates a cell. Rows count from 0. */
    cell,
    filter: (name: 'All' | 'Completed' | 'Pending' | 'Failed' | 'Refunded') =>
      region.getByRole('button', { name, exact: true }),
    figure: (label: 'Total Spent' | 'Total Transactions' | 'Total Credits Purchased' | 'Current Balance') =>
      described(region, label),
    details,
    fact: (term: string) => described(details, term),
    updated: region.getByText(/^Updated /),
    refresh: region.getByRole('button', { name: 'Refresh', exact: true }),
    download: region.getByRole('button', { name: 'Download CSV', exact: true }),
    checkAgain: region.getByRole('button', { name: 'Check again', exact: true }),
    previous: region.getByRole('button', { name: 'Previous', exact: true }),
    next: region.getByRole('button', { name: 'Next', exact: true }),
    pageMark: region.getByText(/^Page \d+ of \d+$/),
    refund: {
      start: details.getByRole('button', { name: 'Refund this purchase', exact: true }),
      checkAgain: details.getByRole('button', { name: 'Check again', exact: true }),
      dialog: refund,
      confirm: (amount: string) => refund.getByRole('button', { name: `Refund ${amount}`, exact: true }),
      keep: refund.getByRole('button', { name: 'Keep it', exact: true }),
    },
    print: details.getByRole('button', { name: 'Print receipt', exact: true }),
    /** Opens a transaction. Rows count from 0. */
    open: (row: number) => cell('Transaction ID', row).getByRole('button').click(),
  };
};
