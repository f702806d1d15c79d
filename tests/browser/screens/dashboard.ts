import type { Page } from '@playwright/test';

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
