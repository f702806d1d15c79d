import type { Activity, ActivityEntry } from '#contract/activity.ts';
import type { SavedCard } from '#contract/cards.ts';
import type { Grants } from '#contract/credits.ts';
import type { Product } from '#contract/products.ts';
import type { TransactionStatus } from '#contract/queries.ts';
import { type TopUp, topUpConsentVersion } from '#contract/top-up.ts';
import type { History, Transaction } from '#contract/transactions.ts';
import type { Usage, UsageQuery } from '#contract/usage.ts';
import type { Passkey } from '#domain/security.ts';
import type { ReplyTo, StoreRead } from '#domain/store.ts';
import type { TopUpSource } from '#features/billing/top-up-queries.ts';
import type { Authenticator, Devices, Passkeys, Profile } from '#features/shared/security.ts';
import type { IdentityFailureName, User } from '#machines/account/auth.types.ts';
import type { ActivityQuery } from '#machines/lists/activity.types.ts';
import type { LedgerQuery } from '#machines/lists/ledger.types.ts';
import type { PurchaseAttempt } from '#machines/purchase/checkout.types.ts';

/** The gallery's current time, in milliseconds since the epoch. */
export const now = Date.UTC(2026, 2, 14, 15, 9, 26);

export const pending = (): Promise<never> => new Promise(() => undefined);

export const failing = (): Promise<never> => Promise.reject(new Error('Out of order'));

export const done = async () => ({ outcome: 'done' }) as const;

export const refuses = (name: IdentityFailureName, message = '') => {
  const answer = { outcome: 'refused', failure: { name, message } } as const;
  return async () => answer;
};

export const customer: User = {
  id: 'ada',
  email: 'ada@example.com',
  phone: '+15551234567',
  firstName: 'Ada',
  lastName: 'Lovelace',
};

/** A customer's devices. Forgetting a device never resolves. */
export const fullDevices: Devices = {
  listDevices: async () => ({
    outcome: 'done',
    devices: [
      { id: 'this', name: 'Firefox on Linux', current: true },
      { id: 'phone', name: 'Safari on iPhone', current: false },
      { id: 'unnamed', name: '', current: false },
    ],
  }),
  forgetDevice: pending,
};

const passkeyAt = (id: string, daysAgo: number, parts: Partial<Passkey>): Passkey => ({
  id,
  name: '',
  isSecurityKey: false,
  addedAt: now - daysAgo * 86_400_000,
  here: false,
  ...parts,
});

export const passkeys: readonly Passkey[] = [
  passkeyAt('this', 2, { name: 'Chrome on Mac', here: true }),
  passkeyAt('phone', 40, { name: 'iCloud Keychain' }),
  passkeyAt('key', 380, { isSecurityKey: true }),
];

/** A customer's passkeys. Removing a passkey never resolves. */
export const fewPasskeys: Passkeys = {
  list: async () => ({ outcome: 'done', passkeys }),
  create: pending,
  save: pending,
  replaceCode: pending,
  remove: pending,
};

/** A customer without two-factor authentication. Turning it on or off never resolves. */
export const authenticatorOff: Authenticator = {
  read: async () => ({ outcome: 'done', use: 'off' }),
  createSecret: async () => ({
    outcome: 'done',
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSW',
  }),
  turnOn: pending,
  turnOff: pending,
};

/** A customer whose changes never resolve. */
export const idleProfile: Profile = {
  save: pending,
  changePassword: pending,
  signOutEverywhere: pending,
  noteDeleted: () => undefined,
  signInAgain: () => undefined,
};

const product = (
  id: string,
  name: string,
  price_cents: number,
  credits: number,
  bonus_credits: number,
  description: string,
): Product => ({ id, name, price_cents, credits, bonus_credits, description });

export const plus = product('plus', 'Plus', 1_000, 1_200, 100, 'POPULAR');

const catalog: readonly Product[] = [
  product('starter', 'Starter', 500, 500, 0, 'A first taste'),
  plus,
  product('treasury', 'Treasury', 5_000, 7_000, 1_500, 'BEST VALUE'),
  product('studio', 'Studio', 10_000, 14_000, 4_000, 'For teams'),
  product('guild', 'Guild', 25_000, 36_000, 12_000, 'For many teams'),
  product('bank', 'Bank', 100_000, 150_000, 60_000, ''),
];

/** Returns the first products of the catalog. The second and third have special descriptions. */
export const productsOnOffer = (count: number): Product[] => catalog.slice(0, count);

const products = productsOnOffer(3);

export const attempt: PurchaseAttempt = {
  id: '6f1d2c84-95b7-4e0a-8a35-1c2f60f1b7de',
  customerId: customer.id,
  productId: plus.id,
  productName: plus.name,
  amountCents: plus.price_cents,
  baseline: null,
};

export const purchase = { transaction_id: 'a91c20de', credits_added: 1_300, amount_cents: 1_000 };

export const billing = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address1: '888 Cable Street',
  address2: '',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  country: 'US',
  phone: '(555) 123-4567',
};

const card = (id: string, brand: string, last4: string, expiry: string): SavedCard => ({
  id,
  brand,
  last4,
  expiry,
  is_default: false,
  notice: null,
  updated_at: null,
});

export const visa: SavedCard = { ...card('visa', 'visa', '1111', '12/29'), is_default: true };
export const mastercard = card('mastercard', 'mastercard', '4444', '04/26');
export const amex = card('amex', 'amex', '0005', '01/26');

/** Three saved cards. The second expires soon, and the third has expired. */
export const savedCards: SavedCard[] = [visa, mastercard, amex];

/** Automatic top-up that the customer has never turned on. */
export const topUpOff: TopUp = {
  state: 'off',
  is_available: true,
  threshold_credits: null,
  product_id: null,
  card_id: null,
  monthly_limit_cents: null,
  paused_reason: null,
  consented_at: null,
  consent_version: topUpConsentVersion,
  interval_seconds: 1_800,
  month_cents: 0,
  last_charge: null,
  open_charge: null,
  declined: null,
  delayed: null,
  shortfall: null,
  is_below_threshold: false,
};

/** Automatic top-up that is on, with one charge this month. */
export const topUpOn: TopUp = {
  ...topUpOff,
  state: 'on',
  threshold_credits: 500,
  product_id: plus.id,
  card_id: visa.id,
  monthly_limit_cents: 5_000,
  consented_at: '2026-03-01T12:00:00Z',
  month_cents: 1_000,
  last_charge: {
    transaction_id: 'a91c20de-95b7-4e0a-8a35-1c2f60f1b7de',
    date: '2026-03-12T12:00:00Z',
    amount_cents: 1_000,
    credits: 1_300,
    status: 'completed',
  },
};

export const topUpDecline = {
  date: '2026-03-14T14:05:00Z',
  amount_cents: 1_000,
  reason: 'Your card was declined: insufficient funds.',
  next_try: '2026-03-17T14:05:00Z',
};
export const topUpDelay = { reason: 'monthly-limit', until: '2026-04-01T05:00:00Z' };
export const topUpShortfall = {
  date: '2026-03-14T14:05:00Z',
  required_credits: 5_000,
  package_credits: 1_300,
};

/** A customer who has never turned on automatic top-up. Changes never resolve. */
export const idleTopUp: TopUpSource = {
  load: async () => topUpOff,
  save: pending,
  turnOff: pending,
  onCharged: () => undefined,
};

const statuses: readonly TransactionStatus[] = ['completed', 'completed', 'pending', 'failed', 'refunded'];
const hour = 3_600_000;
const rowsOfPage = 10;

const transactionAt = (index: number): Transaction => {
  const { name, price_cents, credits, bonus_credits } = products[index % products.length] ?? plus;
  return {
    id: `${(0xa91c20de - index * 7_919).toString(16)}-95b7-4e0a-8a35-1c2f60f1b7de`,
    product_name: name,
    transaction_date: new Date(now - (1 + index * 53) * hour).toISOString(),
    status: statuses[index % statuses.length] ?? null,
    amount_display: `$${(price_cents / 100).toFixed(2)}`,
    credits_received: credits,
    bonus_credits,
    total_credits: credits + bonus_credits,
    balance_after_transaction: 48_250 - index * 650,
    ionic_transaction_id: `80412${index}`,
    ionic_order_id: `order-${index}`,
    reversals: [],
    refunded_display: null,
    failure_reason:
      statuses[index % statuses.length] === 'failed' ? 'Your card was declined: insufficient funds.' : null,
    card: index % 3 === 0 ? { brand: 'visa', last4: '1111' } : null,
  };
};

export const transactions = Array.from({ length: 43 }, (_, index) => transactionAt(index));

export const historyOf = ({ status, page }: LedgerQuery): History => {
  const found = transactions.filter((transaction) => status === 'all' || transaction.status === status);
  return {
    transactions: found.slice((page - 1) * rowsOfPage, page * rowsOfPage),
    pagination: { total_pages: Math.ceil(found.length / rowsOfPage), total_items: found.length },
  };
};

type EntryKind = Pick<ActivityEntry, 'kind' | 'description' | 'credits'>;

/** Changes of the balance, newest first. */
const changes: readonly EntryKind[] = [
  { kind: 'spend', description: 'Summarize a page', credits: -5 },
  { kind: 'return', description: 'Transcribe 12 minutes of audio', credits: 12 },
  { kind: 'spend', description: 'Transcribe 12 minutes of audio', credits: -30 },
  { kind: 'spend', description: 'job-1042', credits: -8 },
  { kind: 'spend', description: null, credits: -1 },
  { kind: 'grant', description: 'Sorry for the wait', credits: -20 },
  { kind: 'grant', description: 'Sorry for the wait', credits: 50 },
  { kind: 'purchase', description: 'Plus', credits: 1_300 },
  { kind: 'expiry', description: 'Welcome bonus', credits: -200 },
  { kind: 'reversal', description: 'Starter', credits: -500 },
  { kind: 'adjustment', description: null, credits: 25 },
  { kind: 'spend', description: 'Render a video in 4K, with subtitles in three languages', credits: -1_250 },
];

const entryAt = (index: number): ActivityEntry => ({
  id: `m${index}`,
  ...(changes[index % changes.length] ?? { kind: 'adjustment', description: null, credits: 0 }),
  balance_after:
    48_250 - Array.from({ length: index }, (_, newer) => creditsAt(newer)).reduce((a, b) => a + b, 0),
  date: new Date(now - (1 + index * 5) * hour).toISOString(),
});

const creditsAt = (index: number): number => changes[index % changes.length]?.credits ?? 0;

const activityEntries = Array.from({ length: 43 }, (_, index) => entryAt(index));
const entriesOfPage = 20;

/** Returns a page of the activity. Its cursors are indexes in the filtered list. */
export const activityOf = ({ kind, before }: ActivityQuery): Activity => {
  const found = activityEntries.filter((entry) => kind === 'all' || entry.kind === kind);
  const begin = Number(before ?? 0);
  const end = begin + entriesOfPage;
  return { entries: found.slice(begin, end), next: end < found.length ? String(end) : null };
};

/** Returns usage of the last days. Each service uses less than the one before. */
export const usageOf =
  (services: readonly (string | null)[], days: number) => async (by: UsageQuery['by']) => {
    const dayOf = (ago: number) => new Date(now - ago * 24 * hour).toISOString().slice(0, 10);
    const rows: Usage['rows'] =
      by === 'day'
        ? Array.from({ length: days }, (_, ago) => ({ day: dayOf(ago), credits: (ago % 5) * 70, count: 1 }))
        : services.map((reference, place) => ({
            reference,
            credits: Math.ceil(4_200 / (place + 1)),
            count: 1,
          }));
    return { rows, credits: rows.reduce((sum, { credits }) => sum + credits, 0) };
  };

const grant = { kind: 'purchase', priority: 100, created_at: '2026-03-01T15:00:00Z' } as const;
const bonus = { credits: 100, remaining: 64, held: 30, expires_at: '2026-04-01T05:00:00Z' };
const bought = { credits: 1_200, remaining: 1_200, held: 0, expires_at: null };

export const grants: Grants['grants'] = [
  { ...grant, ...bonus, id: '1', kind: 'bonus' },
  ...['2', '3', '4', '5', '6'].map((id) => ({ ...grant, ...bought, id })),
];

export type StoreFixture = { readonly [Name in StoreRead]: () => Promise<ReplyTo<Name>> };

export const fullStore: StoreFixture = {
  profile: async () => ({ ...customer }),
  products: async () => [...products],
  balance: async () => ({ balance: 48_250 }),
  credits: async () => ({ held: 0, expiring: null }),
  summary: async () => ({
    total_spent_display: '$1,240.00',
    total_transactions: transactions.length,
    total_credits_purchased: 61_400,
    current_balance: 48_250,
  }),
};
