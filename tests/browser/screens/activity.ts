import type { Page } from '@playwright/test';

const columns = ['Date', 'Description', 'Credits', 'Balance'] as const;

export const activityScreen = (page: Page) => {
  const main = page.getByRole('main');
  const rows = main.getByRole('table', { name: 'Credit activity' }).locator('tbody').getByRole('row');
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Credit activity', exact: true }),
    main,
    rows,
    /** Locates a cell. Rows count from 0. */
    cell: (column: (typeof columns)[number], row = 0) =>
      rows.nth(row).getByRole('cell').nth(columns.indexOf(column)),
    filter: main.getByRole('combobox', { name: 'Show', exact: true }),
    newer: button('Newer'),
    older: button('Older'),
    showAll: button('Show all activity'),
  };
};
