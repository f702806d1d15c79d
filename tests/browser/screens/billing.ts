import type { Page } from '@playwright/test';
import { checkoutScreen } from './checkout.ts';

const topUpSection = (page: Page) => {
  const region = page.getByRole('region', { name: 'Automatic top-up', exact: true });
  const button = (name: string) => region.getByRole('button', { name, exact: true });
  return {
    region,
    switch: region.getByRole('switch', { name: 'Automatic top-up', exact: true }),
    threshold: region.getByLabel('When my balance falls below', { exact: true }),
    buy: region.getByLabel('Buy', { exact: true }),
    limit: region.getByLabel('At most per month', { exact: true }),
    save: button('Save'),
    turnOff: button('Turn Off'),
    retry: button('Retry'),
  };
};

const spendingLimitSection = (page: Page) => {
  const region = page.getByRole('region', { name: 'Spending limit', exact: true });
  const button = (name: string) => region.getByRole('button', { name, exact: true });
  return {
    region,
    limit: region.getByLabel('At most per month', { exact: true }),
    save: button('Save limit'),
    remove: button('Remove limit'),
    signInAgain: button('Sign in again'),
    failure: region.getByRole('alert'),
    news: region.getByRole('status'),
  };
};

const emailNoticesSection = (page: Page) => {
  const region = page.getByRole('region', { name: 'Email notices', exact: true });
  const lowBalance = region.getByRole('group', { name: 'Low balance', exact: true });
  return {
    region,
    lowBalance: lowBalance.getByRole('checkbox', { name: 'Low balance', exact: true }),
    threshold: lowBalance.getByLabel('When my balance falls below', { exact: true }),
    expiring: region.getByRole('checkbox', { name: 'Expiring credits', exact: true }),
    save: region.getByRole('button', { name: 'Save notices', exact: true }),
    news: region.getByRole('status'),
  };
};

export const billingScreen = (page: Page) => {
  const region = page.getByRole('region', { name: 'Saved cards', exact: true });
  const dialog = page.getByRole('dialog');
  const button = (name: string) => region.getByRole('button', { name, exact: true });
  return {
    heading: page.getByRole('heading', { name: 'Billing', level: 1 }),
    add: button('Add a card'),
    newCard: checkoutScreen(page, region.getByRole('form', { name: 'Add a card', exact: true })),
    saveCard: button('Save card'),
    checkAgain: button('Check again'),
    region,
    cards: region.getByRole('list', { name: 'Your saved cards', exact: true }).getByRole('listitem'),
    makeDefault: (card: string) => button(`Make ${card} the default`),
    remove: (card: string) => button(`Remove ${card}`),
    retry: button('Retry'),
    failure: region.getByRole('alert'),
    news: region.getByRole('status'),
    dialog,
    confirm: dialog.getByRole('button', { name: 'Remove', exact: true }),
    keep: dialog.getByRole('button', { name: 'Keep card', exact: true }),
    topUp: topUpSection(page),
    spendingLimit: spendingLimitSection(page),
    emailNotices: emailNoticesSection(page),
  };
};
