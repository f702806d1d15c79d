import * as v from 'valibot';
import { historySchema } from '#contract/transactions.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import { type StorageEntries, sessionOf } from '#tests/browser/stored-session.ts';
import type { Driver } from './driver.ts';

export interface LedgerTestData {
  readonly customer: Person;
  readonly newestTransaction: string;
}

/** Enough for a download in two pages of completed ones. */
const transactions = 200;

const dataByDriver = new WeakMap<Driver, LedgerTestData>();

export const testDataOf = (driver: Driver): LedgerTestData => {
  const known = dataByDriver.get(driver);
  if (known === undefined) throw new Error('Nobody has a ledger yet');
  return known;
};

export const createLedger = async (driver: Driver): Promise<StorageEntries> => {
  const customer = newPerson();
  await driver.console.createUser(customer, transactions);
  const session = await sessionOf(driver.addresses.pool, customer);
  const [, accessToken = ''] = session.find(([key]) => key.endsWith('.accessToken')) ?? [];
  const response = await fetch(`${driver.addresses.store}/api/transactions/history?page=1&status=completed`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  const [newest] = v.parse(historySchema, await response.json()).transactions;
  dataByDriver.set(driver, { customer, newestTransaction: newest?.id ?? '' });
  return session;
};
