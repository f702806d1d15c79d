import { XMLBuilder } from 'fast-xml-parser';
import type { Customer } from '../customer-vault/customers.ts';
import { findTestCardByMask } from '../test-cards.ts';
import { decimalAmount } from '../transact/reply.ts';
import { type Action, conditionOf, type Transaction } from './transaction.ts';

/** Returns a `query.php` document with transactions. Elements are in the order of VD's sample. */
export const queryReply = (transactions: readonly Transaction[]): string =>
  toDocument({ transaction: transactions.map(transactionElement) });

/** Returns a document with saved cards, or an empty one (EX). Addresses have only the given elements (guess). */
export const customersReply = (customers: readonly Customer[]): string =>
  toDocument(customers.length === 0 ? {} : { customer_vault: { customer: customers.map(customerElement) } });

/** Returns a document with an error, which has status 200 (VD). */
export const queryRefusal = (text: string): string => toDocument({ error_response: text });

/** Returns a malformed document: with a bare `&`, and in Latin-1 despite its header. */
export const toRawBytes = (xml: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(xml.replaceAll('&amp;', '&'), 'latin1'));

/** Converts ISO 8601 to `20260615120000`, both in UTC (VD; another source says Eastern time). */
export const actionTime = (at: string): string => at.replaceAll(/\D/g, '').slice(0, 14);

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // XML 1.0 can't contain these characters, even escaped.
  tagValueProcessor: (_name, value) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters
    String(value).replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
});

const toDocument = (content: object): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ nm_response: content })}`;

const transactionElement = (transaction: Transaction): object => ({
  transaction_id: transaction.transactionId,
  ...partialPayment(transaction),
  transaction_type: 'cc',
  condition: conditionOf(transaction),
  order_id: transaction.orderId,
  ...transaction.billing,
  cc_number: hideBankNumber(transaction.maskedCard),
  cc_type: findTestCardByMask(transaction.maskedCard)?.brand ?? '',
  currency: 'USD',
  ...storedCredential(transaction),
  action: transaction.actions.map(actionElement),
});

/** Returns the elements of a partial approval (VD). */
const partialPayment = ({ partialPaymentId, actions: [sale] }: Transaction): object => {
  if (partialPaymentId === undefined || sale?.requestedCents === undefined) return {};
  const balance = decimalAmount(sale.requestedCents - sale.amountCents);
  return { partial_payment_id: partialPaymentId, partial_payment_balance: balance };
};

/** Returns the stored-credential elements. Only their names have a source (EX). */
const storedCredential = ({ storedCredential, initiatedBy }: Transaction): object =>
  storedCredential === undefined
    ? {}
    : { stored_credential_indicator: storedCredential, initiated_by: initiatedBy };

const customerElement = (customer: Customer): object => ({
  '@id': customer.customerVaultId,
  ...customer.billing,
  cc_number: hideBankNumber(customer.masked),
  cc_exp: customer.expiry,
  cc_type: findTestCardByMask(customer.masked)?.brand ?? '',
  created: actionTime(customer.createdAt),
  updated: actionTime(customer.updatedAt),
  account_updated: customer.accountUpdatedAt === undefined ? '' : actionTime(customer.accountUpdatedAt),
  customer_vault_id: customer.customerVaultId,
});

/** Hides the bank number: `411111******1111` → `4xxxxxxxxxxx1111` (VD). */
const hideBankNumber = (masked: string): string =>
  masked.slice(0, 1) + 'x'.repeat(Math.max(0, masked.length - 5)) + masked.slice(-4);

const actionElement = (action: Action): object => ({
  amount: decimalAmount(action.amountCents),
  action_type: action.type,
  date: actionTime(action.at),
  success: action.success ? '1' : '0',
  response_text: action.text,
  batch_id: action.batchId ?? '0',
  response_code: String(action.code),
  requested_amount: action.type === 'sale' ? decimalAmount(action.requestedCents ?? action.amountCents) : '',
});
