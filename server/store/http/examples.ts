import type { MerchantReplies } from '#contract/merchant/replies.ts';

const id = '6f0c4a5e-54f3-4d5a-8a0e-3a0f5b1f2c11';
const customer_id = 'b2f5c7de-0d0a-4c3f-9a68-2f1f7a1f6e52';
const created_at = '2026-11-20T12:00:00.000Z';
const expires_at = '2026-11-20T12:10:00.000Z';
const reference = 'picture 7';
const spent = { balance: 95, held: 0, available: 95 };
const reserved = { balance: 100, held: 20, available: 80 };

const replies: Partial<MerchantReplies> = {
  Customer: { id: customer_id, email: 'ada@example.com', ...spent },
  Spend: { id, customer_id, credits: 5, returned: 0, reference, created_at, ...spent },
  Hold: { id, customer_id, credits: 20, state: 'open', captured: 0, expires_at, ...reserved },
};

/** Examples of the merchant's API, by their schema's name. */
export const examples: Readonly<Record<string, object>> = {
  ...replies,
  SpendRequest: { customer_id, credits: 5, reference },
  ReturnRequest: { credits: 2 },
  HoldRequest: { customer_id, credits: 20, expires_in: 600 },
  CaptureRequest: { credits: 13 },
  ExtendRequest: { expires_in: 600 },
  GrantRequest: { customer_id, credits: 50, reason: 'welcome', expires_at: '2027-01-01T00:00:00Z' },
};
