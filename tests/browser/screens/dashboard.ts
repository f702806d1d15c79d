import type { Page } from '@playwright/test';

/** Locates the header of a signed-in customer's pages. */
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
    profile: link('Profile'),
  };
};

export const dashboardScreen = (page: Page) => {
  const balance = page.getByRole('region', { name: 'Your Credits', exact: true });
  const packages = page.getByRole('region', { name: 'Credit Packages', exact: true });
  const success = page.getByRole('dialog', { name: 'Credits Successfully Added!', exact: true });
  return {
    welcome: (name: string) => page.getByRole('heading', { name: `Welcome, ${name}`, exact: true }),
    signOut: page.getByRole('button', { name: 'Sign Out', exact: true }),
    balance,
    packages,
    buy: (price: string) => packages.getByRole('button', { name: `Buy Now - ${price}` }),
    success,
    continue: success.getByRole('button', { name: 'Continue', exact: true }),
    open: () => page.goto('/dashboard'),
  };
};
