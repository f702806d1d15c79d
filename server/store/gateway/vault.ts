import * as v from 'valibot';
import { type CardDetails, readCard } from './card-details.ts';
import { OddRecordError } from './order.ts';
import { parseDocument } from './records.ts';

/** The card of a sale: a new card, which may be saved, or a saved one. The store chooses vault ids. */
export type SaleCard =
  | { readonly paymentToken: string; readonly saveAs: string | null }
  | {
      readonly vaultId: string;
      /** The gateway's id of the sale that stored the card. Set for charges that the merchant initiates. */
      readonly initialTransactionId?: string | undefined;
    };

/** All the data that the store keeps for a saved card. */
export interface VaultCard extends CardDetails {
  /** Last day on which the card is valid, as `YYYY-MM-DD`. */
  readonly expiresOn: string;
}

/** Matches the gateway's text for a card that isn't in the vault (from NMI's client libraries). */
export const unknownVaultId = /invalid customer vault id/i;

/** Returns a sale's card fields, including those that card schemes require (NMI, "Stored credentials"). */
export const cardFields = (card: SaleCard): Record<string, string> => {
  if ('vaultId' in card)
    return {
      customer_vault_id: card.vaultId,
      initiated_by: card.initialTransactionId === undefined ? 'customer' : 'merchant',
      stored_credential_indicator: 'used',
      ...(card.initialTransactionId !== undefined && { initial_transaction_id: card.initialTransactionId }),
    };
  const { paymentToken, saveAs } = card;
  return {
    payment_token: paymentToken,
    ...(saveAs !== null && {
      customer_vault: 'add_customer',
      customer_vault_id: saveAs,
      initiated_by: 'customer',
      stored_credential_indicator: 'stored',
    }),
  };
};

/** Reads the response to a deletion. @throws unless the vault deleted the card or doesn't have it */
export const readDeletion = (text: string): void => {
  const reply = new URLSearchParams(text);
  if (reply.get('response') === '1' || unknownVaultId.test(reply.get('responsetext') ?? '')) return;
  throw new Error(`The gateway's vault refused with code ${reply.get('response_code')}.`);
};

const fields = ['customer_vault_id', 'cc_number', 'cc_exp', 'cc_type'] as const;
const customerSchema = v.object(v.entriesFromList(fields, v.optional(v.string(), '')));
const elementsSchema = v.object({
  customer_vault: v.optional(
    v.union([v.literal(''), v.object({ customer: v.union([v.array(customerSchema), customerSchema]) })]),
  ),
});

/**
 * Reads a saved card from a `query.php` response. Returns undefined if the vault doesn't have it.
 * @throws {RecordsRefusedError} if refused, {OddRecordError} if the card is unreadable, or another error
 */
export const readVaultCard = (xml: string, vaultId: string): VaultCard | undefined => {
  const { customer_vault } = parseDocument(xml, elementsSchema);
  if (!customer_vault) return undefined;
  const record = [customer_vault.customer].flat().find((one) => one.customer_vault_id === vaultId);
  if (record === undefined) return undefined;
  const card = readCard(record.cc_number, record.cc_type);
  const expiresOn = lastDayOf(record.cc_exp);
  if (card === undefined || expiresOn === undefined)
    throw new OddRecordError("A card in the gateway's vault can't be read.");
  return { ...card, expiresOn };
};

/** Returns the last day of the month of expiry, as `YYYY-MM-DD`. @param expiry `MMYY` */
const lastDayOf = (expiry: string): string | undefined => {
  const [, month, year] = /^(0[1-9]|1[0-2])\/?(\d{2})$/.exec(expiry) ?? [];
  return month && new Date(Date.UTC(2000 + Number(year), Number(month), 0)).toISOString().slice(0, 10);
};
