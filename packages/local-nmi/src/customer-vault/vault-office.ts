import { type UpdaterNews, updaterEvent } from '../events/bodies.ts';
import type { Events } from '../events/events.ts';
import type { Settings } from '../settings.ts';
import { findTestCardByMask, maskCardNumber, type TestCard } from '../test-cards.ts';
import type { Customer, CustomerVault, Decline } from './customers.ts';

interface VaultOfficeParts {
  readonly customers: CustomerVault;
  readonly events: Events;
  /** Resolves when everything so far is on disk. */
  readonly save: () => Promise<void>;
  readonly settings: () => Settings;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** What the account updater found: a new number, a new expiry (MMYY) or both. Default: the same card, three years longer. */
export interface RenewedCard {
  readonly card?: TestCard | undefined;
  readonly expiry?: string | undefined;
}

const renewalYears = 3;

export const createVaultOffice = ({ customers, events, save, settings, clock }: VaultOfficeParts) => {
  const renew = (customer: Customer, { card, expiry }: RenewedCard): Customer =>
    customers.renew(customer.customerVaultId, {
      masked: card === undefined ? customer.masked : maskCardNumber(card.number),
      expiry: expiry ?? (card === undefined ? laterExpiry(customer.expiry) : customer.expiry),
    }) ?? customer;

  return {
    /** Newest first. */
    list: () => customers.list().map(asListed).reverse(),
    /** The card's next sales are declined with a code, all of them without `times`. Undefined: they succeed again. */
    async decline(
      customerVaultId: string,
      decline: Decline | undefined,
    ): Promise<{ readonly customerVaultId: string } | 'no-card'> {
      if (!customers.setDecline(customerVaultId, decline)) return 'no-card';
      await save();
      return { customerVaultId };
    },
    /** The account updater's event about a card. Only an automatic update changes the card. */
    async tell(
      customerVaultId: string,
      news: UpdaterNews,
      renewed: RenewedCard = {},
    ): Promise<ReturnType<typeof asListed> | 'no-card' | 'not-checked'> {
      const customer = customers.find(customerVaultId);
      if (customer === undefined) return 'no-card';
      if (!customer.isUpdated) return 'not-checked';
      const told = news === 'automaticallyupdated' ? renew(customer, renewed) : customer;
      const at = new Date(clock()).toISOString();
      const event = updaterEvent(news, told, told.masked !== customer.masked, at, settings());
      await Promise.all([events.send(event), save()]);
      return asListed(told);
    },
    /** Deletes the card, as in the merchant's control panel. Returns false for an unknown id. */
    async remove(customerVaultId: string): Promise<boolean> {
      const isRemoved = customers.remove(customerVaultId);
      await save();
      return isRemoved;
    },
  };
};

/** MMYY. */
const laterExpiry = (expiry: string): string =>
  expiry.slice(0, 2) + String((Number(expiry.slice(2)) + renewalYears) % 100).padStart(2, '0');

/** A saved card as the console shows it. */
const asListed = ({ masked, expiry, customerVaultId, decline, createdAt, accountUpdatedAt }: Customer) => ({
  customerVaultId,
  maskedCard: masked,
  brand: findTestCardByMask(masked)?.brand,
  expiry,
  createdAt,
  accountUpdatedAt,
  decline,
});
