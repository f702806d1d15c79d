import type { Page } from '@playwright/test';

/** The header of signed-in pages. */
export const headerScreen = (page: Page) => {
  const nav = page.getByRole('navigation', { name: 'Account', exact: true });
  const link = (name: string) => nav.getByRole('link', { name, exact: true });
  return {
    nav,
    current: nav.locator('[aria-current="page"]'),
    dashboard: link('Dashboard'),
    activity: link('Activity'),
    billing: link('Billing'),
    security: link('Security'),
  };
};
