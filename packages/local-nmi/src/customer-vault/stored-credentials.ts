import { isApproved, type Transaction, type TransactionHead } from '../records/transaction.ts';
import type { TransactionLog } from '../records/transaction-log.ts';
import { findTestCardByMask } from '../test-cards.ts';

/** What a request does with a saved card. */
export type CardUse = 'saves' | 'charges' | 'neither';

/** The stored-credential fields of a request (VD). */
const fields = ['initiated_by', 'stored_credential_indicator', 'initial_transaction_id'] as const;

const initiators = ['customer', 'merchant'] as const;
const indicators = ['stored', 'used'] as const;

export type StoredCredential = Pick<TransactionHead, 'initiatedBy' | 'storedCredential'>;

export const hasStoredCredential = (request: URLSearchParams): boolean =>
  fields.some((field) => request.has(field));

/**
 * Checks the stored-credential fields of a sale or validation. VD and EX agree on these (without a billing method):
 *
 * - to save a card: `customer` and `stored`, without an initial transaction
 * - to let the customer pay again: `customer` and `used`. The initial transaction is optional (VD's text has it, its example not)
 * - to let the merchant charge: `merchant` and `used`, with the transaction that saved a card of the same brand
 *
 * VD says that another brand is rejected. The other rejections and all texts are guesses.
 *
 * @returns the text of a refusal, or the fields for the record
 */
export const checkStoredCredential = (
  request: URLSearchParams,
  use: CardUse,
  masked: string,
  log: Pick<TransactionLog, 'find'>,
): string | StoredCredential => {
  const initiatedBy = initiators.find((one) => one === request.get('initiated_by'));
  const storedCredential = indicators.find((one) => one === request.get('stored_credential_indicator'));
  const initial = request.get('initial_transaction_id') ?? '';
  if (initiatedBy === undefined) return 'Invalid initiated_by';
  if (storedCredential === undefined || storedCredential !== (neededBy(use) ?? storedCredential))
    return 'Invalid stored_credential_indicator';
  if (request.has('billing_method')) return 'Invalid billing_method for an unscheduled transaction';
  if (storedCredential === 'stored') {
    if (initiatedBy === 'merchant') return 'Invalid initiated_by';
    if (initial !== '') return 'Invalid initial_transaction_id';
  } else {
    const refused = checkInitial(initial, initiatedBy, masked, log);
    if (refused !== undefined) return refused;
  }
  return { initiatedBy, storedCredential };
};

const neededBy = (use: CardUse) => ({ saves: 'stored', charges: 'used', neither: undefined })[use];

const checkInitial = (
  transactionId: string,
  initiatedBy: 'customer' | 'merchant',
  masked: string,
  log: Pick<TransactionLog, 'find'>,
): string | undefined => {
  if (transactionId === '') return initiatedBy === 'merchant' ? 'Missing initial_transaction_id' : undefined;
  const initial = log.find(transactionId);
  if (initial === undefined || !isInitial(initial)) return 'Invalid initial_transaction_id';
  return brandOf(initial.maskedCard) === brandOf(masked)
    ? undefined
    : 'The card brand does not match the initial transaction';
};

/** Returns whether a transaction saved a card and was approved, even if it was voided or refunded later (guess). */
const isInitial = (transaction: Transaction): boolean =>
  transaction.storedCredential === 'stored' && isApproved(transaction);

const brandOf = (masked: string) => findTestCardByMask(masked)?.brand;
