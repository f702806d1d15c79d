import type { Customer } from '../customer-vault/customers.ts';
import { actionTime } from '../records/query-xml.ts';
import { type Action, conditionOf, type Transaction } from '../records/transaction.ts';
import type { Settings } from '../settings.ts';
import { findTestCardByMask } from '../test-cards.ts';
import { decimalAmount } from '../transact/reply.ts';

export interface Happening {
  readonly type: string;
  readonly body: object;
  /** The order ids of the event's sales, even if the body names none. */
  readonly orderIds: readonly string[];
}

type Form = Pick<Settings, 'eventIds' | 'eventOrderIds'>;

const idIn = ({ eventIds }: Form, id: string): string | number => (eventIds === 'numbers' ? Number(id) : id);

const merchantIn = (form: Form) => ({ id: idIn(form, '123456'), name: 'Test Account' });
const processor = { id: 'ccprocessor', name: 'CC Processor', type: 'cc' };

/**
 * Creates the event `transaction.<action>.<success|failure>`, or `transaction.check.status.return` (VD). Its body is as
 * captured (CAP): a void has the sale's id; a separate refund transaction has that id, a negative amount and no sale.
 *
 * @param orderId the sale's
 */
export const transactionEvent = (
  transaction: Transaction,
  action: Action,
  orderId: string,
  form: Form,
): Happening => ({
  type:
    action.type === 'return'
      ? 'transaction.check.status.return'
      : `transaction.${action.type}.${action.success ? 'success' : 'failure'}`,
  orderIds: [orderId],
  body: {
    merchant: merchantIn(form),
    features: { is_test_mode: true },
    transaction_id: idIn(form, transaction.transactionId),
    transaction_type: 'cc',
    condition: conditionOf(transaction),
    processor_id: processor.id,
    order_id: form.eventOrderIds === 'empty' ? '' : transaction.orderId,
    currency: 'USD',
    card: { cc_number: transaction.maskedCard, cc_type: brandOf(transaction) },
    action: {
      amount: decimalAmount(action.amountCents),
      action_type: action.type,
      date: actionTime(action.at),
      success: action.success ? '1' : '0',
      source: 'api',
      response_text: action.text,
      response_code: String(action.code),
    },
  },
});

/** The kinds of the account updater's events about a card (VD). */
export const updaterNews = ['automaticallyupdated', 'contactcustomer', 'closedaccount'] as const;
export type UpdaterNews = (typeof updaterNews)[number];

/**
 * Creates the event `acu.summary.<news>` about one saved card (VD). An update lists the card by its new number, or by
 * only its new expiry. It never lists subscriptions, which aren't emulated.
 *
 * @param customer the card after the update
 * @param at ISO 8601
 */
export const updaterEvent = (
  news: UpdaterNews,
  customer: Customer,
  hasNewNumber: boolean,
  at: string,
  form: Form,
): Happening => {
  const row = {
    customer_vault_id: customer.customerVaultId,
    billing_id: customer.billingId,
    cc_number: customer.masked,
    cc_exp: `${customer.expiry.slice(0, 2)}/${customer.expiry.slice(2)}`,
    ...Object.fromEntries(
      ['first_name', 'last_name', 'email', 'phone'].map((name) => [name, customer.billing[name] ?? '']),
    ),
  };
  const [cards, dates] = hasNewNumber ? [[row], []] : [[], [row]];
  const lists = {
    automaticallyupdated: {
      vault_count_updated_cards: cards.length,
      vault_updated_cards: cards,
      vault_count_updated_expiration_dates: dates.length,
      vault_updated_expiration_dates: dates,
      recurring_count_updated_cards: 0,
      recurring_updated_cards: [],
      recurring_count_updated_expiration_dates: 0,
      recurring_updated_expiration_dates: [],
    },
    contactcustomer: {
      vault_count_updated_contact_customer: 1,
      vault_updates: [row],
      recurring_count_updated_contact_customer: 0,
      recurring_updates: [],
    },
    closedaccount: {
      vault_count_updated_closed_account: 1,
      vault_updates: [row],
      recurring_count_updated_closed_account: 0,
      recurring_updates: [],
    },
  };
  return {
    type: `acu.summary.${news}`,
    orderIds: [],
    body: {
      updated_date: at.slice(0, 10),
      merchant: merchantIn(form),
      cards_checked: {
        customer_vault: { checked: 1, updated: 1 },
        subscriptions: { checked: 0, updated: 0 },
      },
      ...lists[news],
    },
  };
};

/** Creates the event `settlement.batch.complete`, which lists the settled transactions (VD). */
export const settlementEvent = (
  batchId: string,
  settled: readonly Transaction[],
  orderIds: readonly string[],
  form: Form,
): Happening => {
  const centsOf = (ones: readonly Transaction[]) =>
    ones.reduce((sum, { actions: [first] }) => sum + (first?.amountCents ?? 0), 0);
  const brands = [...new Set(settled.map(brandOf))];
  const byBrand = brands.map((brand) => {
    const ones = settled.filter((one) => brandOf(one) === brand);
    return [brand, { count: ones.length, amount: decimalAmount(centsOf(ones)) }];
  });
  return {
    type: 'settlement.batch.complete',
    orderIds,
    body: {
      batch_id: idIn(form, batchId),
      count: settled.length,
      amount: decimalAmount(centsOf(settled)),
      merchant: merchantIn(form),
      processor,
      by_card_type: Object.fromEntries(byBrand),
      transaction_ids: settled.map(({ transactionId }) => idIn(form, transactionId)),
    },
  };
};

/** Creates the event `settlement.batch.failure`, which doesn't name a transaction (VD, SYL). */
export const failedSettlementEvent = (batchId: string, form: Form): Happening => ({
  type: 'settlement.batch.failure',
  orderIds: [],
  body: { batch_id: idIn(form, batchId), merchant: merchantIn(form), processor },
});

export interface Chargeback {
  /** A new id (VD's sample) or the transaction's id (SYL). No source explains it. */
  readonly id: string;
  readonly sale: Transaction;
  /** The amount in US cents. */
  readonly amountCents: number;
  readonly reason: string;
}

/**
 * Creates the event `chargeback.batch.complete`, which has the cards, amounts and dates, but no order or transaction ids
 * (VD). `at` is in ISO 8601.
 */
export const chargebackEvent = (chargebacks: readonly Chargeback[], at: string, form: Form): Happening => ({
  type: 'chargeback.batch.complete',
  orderIds: chargebacks.map(({ sale }) => sale.orderId),
  body: {
    merchant: merchantIn(form),
    processor,
    count: chargebacks.length,
    chargeback_amount: decimalAmount(chargebacks.reduce((sum, { amountCents }) => sum + amountCents, 0)),
    chargebacks: chargebacks.map(({ id, sale, amountCents, reason }) => ({
      id: idIn(form, id),
      date: monthDayYear(at),
      customer_name: 'Someone Smith',
      cc_number: sale.maskedCard,
      amount: decimalAmount(amountCents),
      reason,
    })),
  },
});

/** Formats a date: `2020-03-29T…` → `3/29/2020` (VD). */
const monthDayYear = (at: string): string => {
  const [year = '', month = '', day = ''] = at.slice(0, 10).split('-');
  return `${Number(month)}/${Number(day)}/${year}`;
};

const brandOf = ({ maskedCard }: Transaction): string => findTestCardByMask(maskedCard)?.brand ?? 'unknown';
