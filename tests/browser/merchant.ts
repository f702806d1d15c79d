import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import type { Addresses } from './local/addresses.ts';

const keySchema = v.object({ key: v.string() });
const profileSchema = v.object({ id: v.string() });

/** Resolves with the id of the customer who signs in next. Call it before the sign-in. */
export const nextCustomerId = async (page: Page): Promise<string> => {
  const profile = await page.waitForResponse((response) => response.url().endsWith('/api/auth/profile'));
  return v.parse(profileSchema, await profile.json()).id;
};

/** Spends a customer's credits through the merchant's API. Returns the status and the error code, if any. */
export const spend = async (
  { console, store }: Addresses,
  customerId: string,
  credits: number,
  reference?: string,
): Promise<string> => {
  const { key } = v.parse(keySchema, await (await fetch(`${console}/merchant-key`)).json());
  const response = await fetch(`${store}/v1/spends/${randomUUID()}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ customer_id: customerId, credits, reference }),
  });
  const { code = '' } = v.parse(v.object({ code: v.optional(v.string()) }), await response.json());
  return `${response.status} ${code}`.trim();
};
