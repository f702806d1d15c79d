import {
  type CardUse,
  checkStoredCredential,
  hasStoredCredential,
  type StoredCredential,
} from '../customer-vault/stored-credentials.ts';
import { checkVaultFields } from '../customer-vault/vault-fields.ts';
import { billingOf } from '../records/billing.ts';
import { newTransactionId, type Transaction, type TransactionHead } from '../records/transaction.ts';
import type { StoredCard } from '../token-vault.ts';
import type { TransactParts } from './parts.ts';
import type { TransactReply } from './reply.ts';

/** The text for unknown, used and expired tokens (EX). */
export const tokenRefusal = 'Payment Token does not exist';

export type ChosenCard = Exclude<ReturnType<typeof chooseCard>, string>;

/**
 * Returns the card for a request: a token's or a saved one. Uses up the token, unless it returns a refusal's text.
 *
 * Guess: refuses a request that names both a token and a saved card without saving anything.
 */
export const chooseCard = (parts: TransactParts, request: URLSearchParams) => {
  const { customers, vault, log, settings } = parts;
  const token = request.get('payment_token') ?? '';
  const fields = checkVaultFields(parts, request);
  if (typeof fields === 'string') return fields;
  const { action, customerVaultId: named } = fields;
  if (action === 'delete_customer') return 'Invalid Customer Vault action';
  const use = useOf(action, named);
  if (use === 'charges' && token !== '') return 'Send a payment_token or a customer_vault_id, not both';

  const card = use === 'charges' ? savedCard(parts, named) : vault.read(token);
  if (card === undefined) return tokenRefusal;
  const isChecked =
    hasStoredCredential(request) || (use !== 'neither' && settings().storedCredentials === 'required');
  const credential = isChecked ? checkStoredCredential(request, use, card.masked, log) : {};
  if (typeof credential === 'string') return credential;

  if (use !== 'charges') vault.redeem(token);
  const customerVaultId = named || (use === 'saves' ? newTransactionId() : '');
  // Guess: without an address, a sale with a saved card gets the saved address.
  const savedBilling = use === 'charges' ? customers.find(named)?.billing : undefined;
  const head: Pick<TransactionHead, 'token' | 'billing' | 'customerVaultId'> & StoredCredential = {
    token: token.slice(-4),
    billing: { ...savedBilling, ...billingOf(request) },
    ...(customerVaultId !== '' && { customerVaultId }),
    ...credential,
  };
  return {
    card,
    head,
    /** Returns the code that an operator set for the saved card, and counts it down. */
    takeDecline: () => (use === 'charges' ? customers.takeDecline(customerVaultId) : undefined),
    /** Saves the card after an approval, if the request says so (VD). */
    save({ transactionId }: Transaction): void {
      if (action === 'add_customer') customers.add(customerVaultId, card, request, transactionId);
      if (action === 'update_customer') customers.update(customerVaultId, card, request, transactionId);
    },
    /** Returns the response's fields about saved cards (VD). */
    replyFields: (isApproved: boolean): Partial<TransactReply> => ({
      ...((named !== '' || (isApproved && use === 'saves')) && { customer_vault_id: customerVaultId }),
      ...(isChecked && { cof_supported: settings().credentialOnFile === 'supported' ? 'stored' : 'used' }),
    }),
  };
};

const useOf = (action: string, customerVaultId: string): CardUse => {
  if (action !== '') return 'saves';
  return customerVaultId === '' ? 'neither' : 'charges';
};

/** Returns a saved card. It has no CVV. */
const savedCard = ({ customers }: TransactParts, customerVaultId: string): StoredCard | undefined => {
  const customer = customers.find(customerVaultId);
  return customer && { masked: customer.masked, expiry: customer.expiry, cvvResponse: 'P' };
};
