import * as v from 'valibot';
import { type CardDetails, readCard } from './card-details.ts';
import { OddRecordError } from './order.ts';
import { parseDocument } from './records.ts';

/** The card of a sale: a new one, which may be saved, or a saved one. A vault id is our name for a saved card. */
export type SaleCard =
  | { readonly paymentToken: string; readonly saveAs: string | null }
  | {
      readonly vaultId: string;
      /** Set for a charge that the merchant initiates: the gateway's id of the sale that stored the card. */
      readonly initialTransactionId?: string | undefined;
    };

/** All of a saved card that the store ever keeps. */
export interface VaultCard extends CardDetails {
  /** The last day on which it is valid, as `YYYY-MM-DD`. */
  readonly expiresOn: string;
}

/** The gateway's text for a saved card that it doesn't have (NMI's clients). */
export const unknownVaultId = /invalid customer vault id/i;

/** The card's fields of a sale, with those that card schemes require for saved cards (NMI, "Stored credentials"). */
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

/** @throws unless the vault deleted the card, or didn't have it */
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
 * Reads a saved card from `query.php`. Undefined if the vault doesn't have it.
 * @throws RecordsRefusedError, OddRecordError for a card that can't be read, or an error for another document
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

/** @param expiry `MMYY` */
const lastDayOf = (expiry: string): string | undefined => {
  const [, month, year] = /^(0[1-9]|1[0-2])\/?(\d{2})$/.exec(expiry) ?? [];
  return month && new Date(Date.UTC(2000 + Number(year), Number(month), 0)).toISOString().slice(0, 10);
};
