import * as v from 'valibot';
import type { LastBillingAddress } from '#contract/cards.ts';
import { billingAddressSchema } from '#contract/purchases.ts';
import { parseDocument, RecordsRefusedError } from './records.ts';

export type RecordedAddress = NonNullable<LastBillingAddress['billing_address']>;

const field = v.optional(v.string(), '');
const transactionSchema = v.object({
  transaction_id: field,
  first_name: field,
  last_name: field,
  address_1: field,
  address_2: field,
  city: field,
  state: field,
  postal_code: field,
  country: field,
  phone: field,
});

const documentSchema = v.object({
  nm_response: v.union([
    v.literal(''),
    v.object({
      error_response: v.optional(v.unknown()),
      transaction: v.optional(v.array(transactionSchema), []),
    }),
  ]),
});

/**
 * Reads the address of a transaction from `query.php`. Undefined unless it is complete.
 * @throws RecordsRefusedError, or another error if the document can't be read
 */
export const readBillingAddress = (xml: string, transactionId: string): RecordedAddress | undefined => {
  const { nm_response: found } = parseDocument(xml, documentSchema);
  if (found === '') return undefined;
  if (found.error_response !== undefined)
    throw new RecordsRefusedError("The gateway's records answered with an error.");
  const transaction = found.transaction.find(({ transaction_id }) => transaction_id === transactionId);
  if (transaction === undefined) return undefined;
  const { transaction_id: _, address_1, address_2, postal_code, ...fields } = transaction;
  const address = { ...fields, address1: address_1, address2: address_2, zip: postal_code };
  const read = v.safeParse(billingAddressSchema, address);
  return read.success ? read.output : undefined;
};
