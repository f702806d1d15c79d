import * as v from 'valibot';
import type { LastBillingAddress } from '#contract/cards.ts';
import { billingAddressSchema } from '#contract/purchases.ts';
import { parseDocument } from './records.ts';

export type RecordedAddress = NonNullable<LastBillingAddress['billing_address']>;

const unchanged = ['transaction_id', 'first_name', 'last_name', 'city', 'state', 'country', 'phone'] as const;
const renamed = ['address_1', 'address_2', 'postal_code'] as const;
const fields = v.entriesFromList([...unchanged, ...renamed], v.optional(v.string(), ''));
const elementsSchema = v.object({ transaction: v.optional(v.array(v.object(fields)), []) });

/**
 * Reads a transaction's billing address from a `query.php` response. Returns undefined unless it is complete.
 * @throws {RecordsRefusedError} if the gateway refuses access, or another error if the document can't be read
 */
export const readBillingAddress = (xml: string, transactionId: string): RecordedAddress | undefined => {
  const found = parseDocument(xml, elementsSchema).transaction.find(
    ({ transaction_id }) => transaction_id === transactionId,
  );
  if (found === undefined) return undefined;
  const { transaction_id: _, address_1, address_2, postal_code, ...others } = found;
  const address = { ...others, address1: address_1, address2: address_2, zip: postal_code };
  const read = v.safeParse(billingAddressSchema, address);
  return read.success ? read.output : undefined;
};
