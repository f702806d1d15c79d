import * as v from 'valibot';
import { billingOf } from '../records/billing.ts';
import { newTransactionId } from '../records/transaction.ts';
import type { StoredCard } from '../token-vault.ts';

/** A saved card. It has no CVV, and a number only as its mask. Times are ISO 8601, UTC. */
const customerSchema = v.object({
  customerVaultId: v.string(),
  billingId: v.string(),
  /** As `411111******1111`. */
  masked: v.string(),
  /** MMYY. */
  expiry: v.string(),
  /** By their elements in a query, without empty ones. */
  billing: v.record(v.string(), v.string()),
  /** Whether the account updater checks the card (VD). */
  isUpdated: v.boolean(),
  createdAt: v.string(),
  updatedAt: v.string(),
  /** The transaction that saved it or its newest card, if any. */
  savedBy: v.optional(v.string()),
  /** When the account updater last changed the card. */
  accountUpdatedAt: v.optional(v.string()),
  /** Set by an operator: sales with the card get this code, so often; without `times`, always. */
  decline: v.optional(v.object({ code: v.number(), times: v.optional(v.number()) })),
});
export type Customer = v.InferOutput<typeof customerSchema>;
export type Decline = NonNullable<Customer['decline']>;

export const customersSchema = v.array(customerSchema);

interface CustomerParts {
  readonly found: v.InferOutput<typeof customersSchema> | undefined;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** The saved cards of the merchant's customers, one each (VD: several, by `billing_id`). Their caller saves them. */
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
    /** Saves a card with the request's billing fields. `savedBy` is the id of the transaction that does so. */
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
    /** Replaces what the request names: the card, and billing fields. */
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
    /** The account updater's news about a card. */
    renew(customerVaultId: string, card: { readonly masked: string; readonly expiry: string }) {
      return change(customerVaultId, { ...card, updatedAt: now(), accountUpdatedAt: now() });
    },
    /** Returns false for an unknown id. */
    remove: (customerVaultId: string): boolean => customers.delete(customerVaultId),
    /** Undefined: sales with the card succeed again. Returns false for an unknown id. */
    setDecline: (customerVaultId: string, decline: Decline | undefined): boolean =>
      change(customerVaultId, { decline }) !== undefined,
    /** The code that an operator set for the card's next sale, if any. Counts it down. */
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
    /** Oldest first. */
    list: (): readonly Customer[] => [...customers.values()],
    toSave: () => [...customers.values()],
  };
};

const isUpdatedOf = (request: URLSearchParams): boolean | undefined => {
  const given = request.get('acu_enabled') ?? '';
  return given === '' ? undefined : given !== 'false';
};
