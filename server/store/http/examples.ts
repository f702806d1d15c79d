import type { MerchantReplies } from '#contract/merchant/replies.ts';

const id = '6f0c4a5e-54f3-4d5a-8a0e-3a0f5b1f2c11';
const customer_id = 'b2f5c7de-0d0a-4c3f-9a68-2f1f7a1f6e52';
const sums = { balance: 95, held: 0, available: 95 };

const customer = { id: customer_id, email: 'ada@example.com', ...sums };

const spend = {
  id,
  customer_id,
  credits: 5,
  returned: 0,
  reference: 'picture 7',
  created_at: '2026-11-20T12:00:00.000Z',
  ...sums,
};

const replies: Partial<MerchantReplies> = {
  Customer: customer,
  Customers: { customers: [customer] },
  Spend: spend,
  Hold: {
    id,
    customer_id,
    credits: 20,
    state: 'open',
    captured: 0,
    expires_at: '2026-11-20T12:10:00.000Z',
    balance: 95,
    held: 20,
    available: 75,
  },
  Grant: {
    id,
    kind: 'promotion',
    credits: 50,
    remaining: 50,
    held: 0,
    priority: 100,
    expires_at: '2027-01-01T00:00:00.000Z',
    created_at: '2026-11-20T12:00:00.000Z',
    customer_id,
    reason: 'welcome',
  },
  Events: {
    events: [
      {
        id: '1000000000000043',
        type: 'spend.returned',
        timestamp: '2026-11-20T12:00:00.000Z',
        data: { ...spend, returned: 2, balance: 97, available: 97 },
      },
    ],
  },
};

/** Examples of the merchant's API, by their schema's name. */
export const examples = {
  ...replies,
  SpendRequest: { customer_id, credits: 5, reference: 'picture 7' },
  ReturnRequest: { credits: 2 },
  HoldRequest: { customer_id, credits: 20, expires_in: 600 },
  CaptureRequest: { credits: 13 },
  ExtendRequest: { expires_in: 600 },
  GrantRequest: { customer_id, credits: 50, reason: 'welcome', expires_at: '2027-01-01T00:00:00Z' },
};
