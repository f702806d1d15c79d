import * as v from 'valibot';
import { billingOf } from '../records/billing.ts';
import { newTransactionId } from '../records/transaction.ts';
import type { StoredCard } from '../token-vault.ts';

/** A saved card, with a masked number and no CVV. Times are in ISO 8601 and UTC. */
const customerSchema = v.object({
  customerVaultId: v.string(),
  billingId: v.string(),
  /** The card number, as `411111******1111`. */
  masked: v.string(),
  /** The expiry, as MMYY. */
  expiry: v.string(),
  /** Non-empty billing fields, by their element names in `query.php` responses. */
  billing: v.record(v.string(), v.string()),
  /** Whether the account updater checks the card (VD). */
  isUpdated: v.boolean(),
  createdAt: v.string(),
  updatedAt: v.string(),
  /** The id of the transaction that saved this card or its newest version, if any. */
  savedBy: v.optional(v.string()),
  /** When the account updater last changed the card. */
  accountUpdatedAt: v.optional(v.string()),
  /** The decline that an operator set for the card's sales. If `times` is absent, all sales are declined. */
  decline: v.optional(v.object({ code: v.number(), times: v.optional(v.number()) })),
});
export type Customer = v.InferOutput<typeof customerSchema>;
export type Decline = NonNullable<Customer['decline']>;

export const customersSchema = v.array(customerSchema);

interface CustomerParts {
  readonly found: v.InferOutput<typeof customersSchema> | undefined;
  /** Returns the time in ms since the epoch. */
  readonly clock: () => number;
}

/** The merchant's saved cards, one per customer (VD: several, by `billing_id`). Callers must save changes to disk. */
export type CustomerVault = ReturnType<typeof createCustomerVault>;

export const createCustomerVault = ({ found = [], clock }: CustomerParts) => {
  const customers = new Map(found.map((customer) => [customer.customerVaultId, customer]));
  const now = () => new Date(clock()).toISOString();

  const change = (customerVaultId: string, changes: Partial<Customer>): Customer | undefined => {
    const customer = customers.get(customerVaultId);
    if (customer === undefined) return undefined;
    const changed = { ...customer, ...changes };
    customers.set(customerVaultId, changed);
    return changed;
  };

  return {
    find: (customerVaultId: string): Customer | undefined => customers.get(customerVaultId),
    /** Saves a card with the request's billing fields. `savedBy` is the id of the transaction that saves it. */
    add(
      customerVaultId: string,
      { masked, expiry }: StoredCard,
      request: URLSearchParams,
      savedBy?: string,
    ): void {
      customers.set(customerVaultId, {
        customerVaultId,
        billingId: newTransactionId(),
        masked,
        expiry,
        billing: billingOf(request),
        isUpdated: isUpdatedOf(request) ?? true,
        savedBy,
        createdAt: now(),
        updatedAt: now(),
      });
    },
    /** Replaces the card and billing fields that the request names. */
    update(
      customerVaultId: string,
      card: StoredCard | undefined,
      request: URLSearchParams,
      savedBy?: string,
    ): void {
      const customer = customers.get(customerVaultId);
      change(customerVaultId, {
        ...(card && { masked: card.masked, expiry: card.expiry, savedBy }),
        billing: { ...customer?.billing, ...billingOf(request) },
        isUpdated: isUpdatedOf(request) ?? customer?.isUpdated ?? true,
        updatedAt: now(),
      });
    },
    /** Replaces a card with the account updater's new data. */
    renew(customerVaultId: string, card: { readonly masked: string; readonly expiry: string }) {
      return change(customerVaultId, { ...card, updatedAt: now(), accountUpdatedAt: now() });
    },
    /** Removes a saved card. Returns false if the id is unknown. */
    remove: (customerVaultId: string): boolean => customers.delete(customerVaultId),
    /** Sets the card's decline; undefined lets its sales succeed again. Returns false if the id is unknown. */
    setDecline: (customerVaultId: string, decline: Decline | undefined): boolean =>
      change(customerVaultId, { decline }) !== undefined,
    /** Returns the code that an operator set for the card's next sale, if any, and counts it down. */
    takeDecline(customerVaultId: string): number | undefined {
      const decline = customers.get(customerVaultId)?.decline;
      if (decline?.times === undefined) return decline?.code;
      const times = decline.times - 1;
      change(customerVaultId, { decline: times > 0 ? { ...decline, times } : undefined });
      return decline.code;
    },
    clearDeclines(): void {
      for (const customerVaultId of customers.keys()) change(customerVaultId, { decline: undefined });
    },
    /** Lists saved cards, oldest first. */
    list: (): readonly Customer[] => [...customers.values()],
    toSave: () => [...customers.values()],
  };
};

const isUpdatedOf = (request: URLSearchParams): boolean | undefined => {
  const given = request.get('acu_enabled') ?? '';
  return given === '' ? undefined : given !== 'false';
};
