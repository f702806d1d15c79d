import { type UpdaterNews, updaterEvent } from '../events/bodies.ts';
import type { Events } from '../events/events.ts';
import type { Settings } from '../settings.ts';
import { findTestCardByMask, maskCardNumber, type TestCard } from '../test-cards.ts';
import type { Customer, CustomerVault, Decline } from './customers.ts';

interface VaultOfficeParts {
  readonly customers: CustomerVault;
  readonly events: Events;
  /** Saves the state. Resolves when all changes so far are on disk. */
  readonly save: () => Promise<void>;
  readonly settings: () => Settings;
  /** Returns the time in ms since the epoch. */
  readonly clock: () => number;
}

/** The account updater's new number, new expiry (MMYY) or both. Default: the same card, valid three years longer. */
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
    /** Lists saved cards, newest first. */
    list: () => customers.list().map(asListed).reverse(),
    /** Declines the card's next `times` sales with a code, or all without `times`. Undefined stops the declines. */
    async decline(
      customerVaultId: string,
      decline: Decline | undefined,
    ): Promise<{ readonly customerVaultId: string } | 'no-card'> {
      if (!customers.setDecline(customerVaultId, decline)) return 'no-card';
      await save();
      return { customerVaultId };
    },
    /** Sends the account updater's event about a card. Only an automatic update changes the card. */
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
    /** Deletes a card, like the merchant's control panel. Returns false if the id is unknown. */
    async remove(customerVaultId: string): Promise<boolean> {
      const isRemoved = customers.remove(customerVaultId);
      await save();
      return isRemoved;
    },
  };
};

/** Returns an expiry (MMYY) three years later. */
const laterExpiry = (expiry: string): string =>
  expiry.slice(0, 2) + String((Number(expiry.slice(2)) + renewalYears) % 100).padStart(2, '0');

/** Returns a saved card as the console shows it. */
const asListed = ({ masked, expiry, customerVaultId, decline, createdAt, accountUpdatedAt }: Customer) => ({
  customerVaultId,
  maskedCard: masked,
  brand: findTestCardByMask(masked)?.brand,
  expiry,
  createdAt,
  accountUpdatedAt,
  decline,
});
