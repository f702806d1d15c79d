import { expect } from '@playwright/test';
import { sessionOf } from '#tests/browser/stored-session.ts';
import { goToDashboard, setTestData } from './auth.actions.ts';
import { testDataOf } from './auth.test-data.ts';
import type { Act } from './driver.ts';

const isIdToken = ([key]: readonly [string, string]): boolean => key.endsWith('.idToken');

/** Changes the customer's first name in the pool, and signs in with it in another tab. */
export const renameElsewhere: Act = async (driver) => {
  const { addresses, interceptor, otherTab, pool } = driver;
  await goToDashboard(driver);
  const { customer } = testDataOf(driver);
  const firstName = `${customer.firstName}a`;
  const earlier = await sessionOf(addresses.pool, customer);
  const AccessToken = earlier.find(([key]) => key.endsWith('.accessToken'))?.[1];
  const UserAttributes = [{ Name: 'given_name', Value: firstName }];
  expect(await pool.call('UpdateUserAttributes', { AccessToken, UserAttributes })).toBeNull();
  setTestData(driver, { customer: { ...customer, firstName } });

  const session = await sessionOf(addresses.pool, customer);
  const records = await interceptor('customer record');
  // Like the app, store the ID token last, so that the page asks for the new name with the new access token.
  await otherTab.signIn([...session.filter((entry) => !isIdToken(entry)), ...session.filter(isIdToken)]);
  await records.continue();
};
