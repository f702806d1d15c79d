import { newTransactionId } from '../records/transaction.ts';
import { tokenRefusal } from '../transact/choose-card.ts';
import type { TransactParts } from '../transact/parts.ts';
import { refusal, type TransactReply, transactReply } from '../transact/reply.ts';
import { stagedCode } from '../transact/response-codes.ts';
import type { StagedReply } from '../transact/staged-replies.ts';
import { checkVaultFields } from './vault-fields.ts';

/** Response texts (EX). The text for updates is a guess. */
const doneTexts = {
  add_customer: 'Customer Added',
  update_customer: 'Customer Update Successful',
  delete_customer: 'Customer Deleted',
} as const;

/**
 * Runs a request with `customer_vault` and no type (VD): saves a card without checking it, changes the card or its
 * billing fields, or deletes it. Leaves no transaction, so later requests have no initial transaction to name.
 */
export const changeVault = async (
  parts: TransactParts,
  request: URLSearchParams,
  staged?: StagedReply,
): Promise<TransactReply> => {
  const orderId = request.get('orderid') ?? '';
  const refuse = (text: string) => refusal(text, { orderId, type: '' });
  const fields = checkVaultFields(parts, request);
  if (typeof fields === 'string') return refuse(fields);
  const { action } = fields;
  if (action === '') return refuse('Invalid Customer Vault action');
  const customerVaultId = fields.customerVaultId || newTransactionId();
  const token = request.get('payment_token') ?? '';
  const card = parts.vault.read(token);
  const needsCard = action === 'add_customer' || (action === 'update_customer' && token !== '');
  if (needsCard && card === undefined) return refuse(tokenRefusal);

  const answer = stagedCode(staged) ?? { response: 1, code: 100, text: doneTexts[action], effect: 'done' };
  if (answer.effect === 'done') {
    if (card !== undefined) parts.vault.redeem(token);
    if (action === 'delete_customer') parts.customers.remove(customerVaultId);
    else if (action === 'update_customer') parts.customers.update(customerVaultId, card, request);
    else if (card !== undefined) parts.customers.add(customerVaultId, card, request);
    await parts.save();
  }
  return transactReply(answer, { orderid: orderId, type: '', customer_vault_id: customerVaultId });
};
