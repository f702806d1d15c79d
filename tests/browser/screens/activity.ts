import type { Page } from '@playwright/test';

const columns = ['Date', 'Description', 'Credits', 'Balance'] as const;

const usageSection = (page: Page) => {
  const region = page.getByRole('region', { name: 'Usage', exact: true });
  const button = (name: string) => region.getByRole('button', { name, exact: true });
  return {
    region,
    byDay: button('By day'),
    byService: button('By service'),
    chart: region.getByRole('img', { name: /^Credits used each day, / }),
    showTable: region.getByText('Show these figures as a table'),
    rows: region.getByRole('table').locator('tbody').getByRole('row'),
    download: button('Download usage'),
  };
};

export const activityScreen = (page: Page) => {
  const main = page.getByRole('main');
  const rows = main.getByRole('table', { name: 'Credit activity' }).locator('tbody').getByRole('row');
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Credit activity', exact: true }),
    main,
    list: main.getByRole('heading', { level: 2, name: 'Balance changes', exact: true }),
    usage: usageSection(page),
    grants: main.getByRole('list', { name: 'Credits left', exact: true }).getByRole('listitem'),
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
