import * as v from 'valibot';
import { beginCustomerSession, type CustomerSession } from '#app/customer/customer-session.ts';
import type { Product } from '#contract/products.ts';
import { noMemory } from '#features/shared/memory.ts';
import type { CheckoutFailure } from '#machines/purchase/checkout.types.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import { createAttemptLocks } from '#services/store/attempt-locks.ts';
import { createAttemptStorage } from '#services/store/attempts.ts';
import { createPayments } from '#services/store/payments.ts';
import { createPurchaseCalls, createQuotePackage } from '#services/store/purchase-calls.ts';
import { createStore } from '#services/store/store.ts';
import { lazyPurchase, typedCardFields } from '#tests/purchases.ts';
import { createBrowserLocks } from '../../unit/services/store/browser-locks.ts';
import { billingAddress } from '../../unit/store/support/payment-requests.ts';
import { type Network, origins } from './network.ts';

/** The gateway's published test card numbers, by outcome. */
export const cards = {
  good: '4111111111111111',
  declined: '4000000000000002',
  failing: '4000000000000119',
} as const;
export type Card = keyof typeof cards;

export type TabName = 'first' | 'second';

/** A customer on a device with up to two tabs, which run the real app without its screens. */
export type TestCustomer = ReturnType<typeof createTestCustomer>;

interface Device {
  readonly network: Network;
  readonly accessToken: string;
  readonly tokenize: (ccnumber: string) => Promise<string>;
}

interface Tab {
  readonly session: CustomerSession;
  card: Card;
}

const keptSchema = v.array(v.object({ id: v.string(), isSetAside: v.optional(v.boolean(), false) }));

export const createTestCustomer = (id: string, { network, accessToken, tokenize }: Device) => {
  const kept = new Map<string, string>();
  const storage: DeviceStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  const locks = createBrowserLocks();
  const purchased: string[] = [];
  const failed: { readonly attemptId: string; readonly failure: CheckoutFailure }[] = [];
  const tabs = new Map<TabName, Tab>();

  const openTab = (): Tab => {
    const store = createStore({ baseUrl: origins.store, accessToken: async () => accessToken });
    const cardFields = typedCardFields(() => tokenize(cards[tab.card]));
    const session = beginCustomerSession(
      { id, email: 'ada@example.com', phone: null, firstName: null, lastName: null },
      {
        store,
        memory: noMemory,
        attempts: createAttemptStorage({
          storage,
          locks: createAttemptLocks(locks),
          onWritten: () => () => undefined,
        }),
        loadPurchase: async () => ({
          payments: createPayments(
            { ...createPurchaseCalls(store.call, { idempotencyKey: true }), history: store.history },
            { replayable: true },
          ),
          quotePackage: createQuotePackage((signal) => store.read('products', signal)),
          cardFields,
          readUsableCards: async () => [],
          ...lazyPurchase,
        }),
      },
      {
        onAddressChanged: () => undefined,
        beforeLedgerRows: async () => undefined,
        onCheckout(event) {
          if (event.type !== 'attempt.settled' || event.attempt === null) return;
          const { failure } = tab.session.checkout.getSnapshot().context;
          if (tab.session.checkout.getSnapshot().matches('success')) purchased.push(event.attempt.id);
          else if (failure !== null) failed.push({ attemptId: event.attempt.id, failure });
        },
      },
    );
    const tab: Tab = { session, card: 'good' };
    return tab;
  };

  const tabAt = async (name: TabName): Promise<Tab> => {
    const open = tabs.get(name);
    if (open !== undefined) return open;
    const opened = openTab();
    tabs.set(name, opened);
    await network.settled();
    return opened;
  };

  return {
    id,
    reported: { purchased, failed },
    /** Fills in the form and clicks `clicks` times, in all given tabs concurrently. */
    async buy(names: readonly TabName[], product: Product, card: Card, clicks: number) {
      const chosen = await Promise.all(names.map(tabAt));
      for (const tab of chosen) {
        tab.card = card;
        if (tab.session.checkout.getSnapshot().matches('success'))
          tab.session.checkout.send({ type: 'success.dismissed' });
        tab.session.checkout.send({ type: 'package.selected', product });
      }
      await network.settled();
      for (let click = 1; click <= clicks; click += 1) {
        for (const { session } of chosen)
          session.checkout.send({ type: 'payment.submitted', billing: billingAddress });
      }
      await network.settled();
    },
    async reload(name: TabName) {
      tabs.get(name)?.session.end();
      tabs.delete(name);
      await tabAt(name);
    },
    async acknowledge(name: TabName) {
      const { session } = await tabAt(name);
      session.checkout.send({ type: 'outcome.acknowledged' });
      await network.settled();
    },
    /** Attempts that the customer has not set aside. */
    keptAttempts: () =>
      [...kept.values()].flatMap((text) =>
        v.parse(keptSchema, JSON.parse(text)).flatMap(({ id, isSetAside }) => (isSetAside ? [] : [id])),
      ),
    isBusy: () => [...tabs.values()].some(({ session }) => session.checkout.getSnapshot().hasTag('busy')),
    close() {
      for (const { session } of tabs.values()) session.end();
    },
  };
};
