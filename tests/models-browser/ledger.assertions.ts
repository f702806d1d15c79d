import { expect } from '@playwright/test';
import type { ledgerMachine } from '#machines/lists/ledger.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof ledgerMachine>;

export const ledgerStateAssertions: Model['states'] = {
  'list.loading': async ({ screens: { ledger } }) => {
    await expect(ledger.region).toHaveAttribute('aria-busy', 'true');
  },
  'list.shown': async ({ screens: { ledger } }, { context: { query, history } }) => {
    await expect(ledger.region).toHaveAttribute('aria-busy', 'false');
    await expect(ledger.rows.first()).toBeVisible();
    if (history?.pagination.total_pages === 1) await expect(ledger.pageMark).toBeHidden();
    else await expect(ledger.pageMark).toHaveText(new RegExp(`^Page ${query.page} of \\d+$`));
    await expect(ledger.filter(query.status === 'all' ? 'All' : 'Completed')).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  },
  'list.empty': async ({ screens: { ledger } }, { context: { query } }) => {
    const title = query.status === 'all' ? 'Treasury Ledger Empty' : 'No Completed Transactions';
    await expect(ledger.region.getByRole('heading', { name: title })).toBeVisible();
    await expect(ledger.rows).toHaveCount(0);
  },
  'list.welcoming': async ({ screens: { ledger } }) => {
    await expect(ledger.region.getByRole('heading', { name: 'Welcome to Your Treasury!' })).toBeVisible();
  },
  'list.failed': async ({ screens: { ledger } }) => {
    await expect(ledger.region.getByRole('alert')).toContainText('Treasury Access Error');
  },
  'details.closed': async ({ page, screens: { ledger } }) => {
    await expect(ledger.details).toBeHidden();
    await expect(page.getByText("This transaction isn't on this page.")).toBeHidden();
    await expect(page).not.toHaveURL(/tx=/);
  },
  'details.sought': async ({ page, screens: { ledger } }) => {
    await expect(ledger.details).toBeHidden();
    await expect(page).toHaveURL(/tx=/);
  },
  'details.open': async ({ page, screens: { ledger } }, { context: { history, unnamedRow } }) => {
    if (unnamedRow !== null) {
      await expect(ledger.fact('Transaction ID')).toHaveText('N/A');
      await expect(page).not.toHaveURL(/tx=/);
      return;
    }
    await expect(page).toHaveURL(/tx=/);
    if (history === null) await expect(ledger.details).toBeHidden();
    else await expect(ledger.fact('Transaction ID')).toBeVisible();
  },
  'details.missing': async ({ page, screens: { ledger } }) => {
    await expect(page.getByText("This transaction isn't on this page.")).toBeVisible();
    await expect(ledger.details).toBeHidden();
    await expect(page).not.toHaveURL(/tx=/);
  },
};

export const ledgerEmittedEventAssertions: Model['emitted'] = {
  async 'address.changed'({ page }, { address: { status, page: number, tx } }) {
    await expect(page).toHaveURL(
      ({ searchParams }) =>
        (searchParams.get('status') ?? 'completed') === status &&
        (searchParams.get('page') ?? '1') === String(number) &&
        searchParams.has('tx') === (tx !== null),
    );
  },
  // The state assertions check the new rows.
  'refresh.started': async () => undefined,
};
