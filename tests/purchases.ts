import type { Product } from '#contract/products.ts';
import type { Refund } from '#contract/refunds.ts';
import type { LazyPurchase } from '#features/shared/app-context.ts';
import type {
  CardField,
  CardFieldStates,
  CheckoutFailureName,
  PaymentResult,
  PurchaseAttempt,
} from '#machines/purchase/checkout.types.ts';
import type { CardFields } from '#services/card-fields/card-fields.ts';

/** Card fields in which a valid card has been typed. `tokenize` returns its payment token. */
export const typedCardFields = (tokenize: () => Promise<string>): CardFields => ({
  attach: () => undefined,
  warmUp: () => undefined,
  mount: async () => ({ outcome: 'mounted' }),
  watch(send) {
    for (const field of ['number', 'expiry', 'code'] as const) send(checked(field, true));
    return () => undefined;
  },
  tokenize: async () => ({ outcome: 'tokenized', paymentToken: await tokenize() }),
});

/** The gateway's report on a card field. */
export const checked = (field: CardField, valid: boolean) =>
  ({ type: 'card-field.checked', field, valid, message: valid ? '' : 'Invalid' }) as const;

export const plus: Product = {
  id: 'plus',
  name: 'Plus',
  price_cents: 1_000,
  credits: 1_200,
  bonus_credits: 100,
  description: 'POPULAR',
};
export const pro: Product = { ...plus, id: 'pro', name: 'Pro', price_cents: 2_500 };
export const billing = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address1: '1 Main St',
  address2: '',
  city: 'Austin',
  state: 'TX',
  zip: '73301',
  country: 'US',
  phone: '(555) 123-4567',
};
const cardFieldsThatAre = (valid: boolean): CardFieldStates => ({
  number: { valid, message: '' },
  expiry: { valid, message: '' },
  code: { valid, message: '' },
});
export const validCard = cardFieldsThatAre(true);
export const uncheckedCard = cardFieldsThatAre(false);
export const attempt: PurchaseAttempt = {
  id: '0b8f1f6e-6d0a-4f49-9a3b-6d1b0a8e2c11',
  customerId: 'u1',
  productId: 'plus',
  productName: 'Plus',
  amountCents: 1_000,
  baseline: null,
};
export const purchase = { transaction_id: 't1', credits_added: 1_300, amount_cents: 1_000 };
export const summary = {
  total_spent_display: '$10.00',
  total_transactions: 1,
  total_credits_purchased: 1_300,
  current_balance: 1_300,
};
export const approved: PaymentResult = { outcome: 'approved', purchase };
export const declined: PaymentResult = {
  outcome: 'declined',
  failure: { name: 'declined', message: 'Declined.' },
};
export const refused = (name: CheckoutFailureName) =>
  ({ outcome: 'refused', failure: { name, message: 'No.' } }) as const;

/** A purchase of $10.00 that the customer can refund. */
export const refundTerms: Refund = {
  allowed: true,
  amount_cents: 1_000,
  credits: 1_300,
  spent: 0,
  until: '2026-03-28T15:09:26Z',
  requested_at: null,
};

/** Purchase services of a store without saved cards. */
export const lazyPurchase: LazyPurchase = {
  cards: null,
  newCard: {
    mount: () => new Promise(() => undefined),
    watch: () => () => undefined,
    save: () => new Promise(() => undefined),
  },
  refunds: { load: async () => null, request: () => new Promise(() => undefined) },
  readBillingAddress: async () => null,
  signInAgain: () => undefined,
  registerPasskey: () => {
    throw new Error('No passkey is added here');
  },
};
