import { type CustomerSession, createQueryClient } from '#app/customer/customer-session.ts';
import type { LazyPurchase, NewCardSource, PasskeyRegistrationActor } from '#features/shared/app-context.ts';
import { type CardsSource, cardsQuery } from '#features/shared/cards-queries.ts';
import { createMemory } from '#features/shared/memory.ts';
import { createStoreQuery } from '#features/shared/store-query.ts';
import type { Story } from '../stories/story.ts';
import { activityFixture, checkoutFixture, ledgerFixture, registrationFixture } from './actors.ts';
import { attachIdleField } from './card-fields.ts';
import { failing, fullStore, idleTopUp, pending, type StoreFixture } from './fixtures.ts';

interface SentRequest {
  readonly method?: string;
  readonly path: string;
  readonly searchParams?: Readonly<Record<string, unknown>>;
}

/** A store that only responds to requests from /activity and /billing. */
const storeWith = ({ holds = [], grants = [], usage, limit, notices }: Story): CustomerSession['store'] => {
  const saveLimit = () => limit?.save?.(null) ?? pending();
  const replies: Readonly<Record<string, (by: unknown) => unknown>> = {
    'GET /api/holds': () => ({ holds }),
    'GET /api/grants': () => ({ grants }),
    'GET /api/usage': (by) => usage?.(by === 'day' ? 'day' : 'reference') ?? { rows: [], credits: 0 },
    'GET /api/spending-limit': () => limit?.load?.() ?? null,
    'PUT /api/spending-limit': saveLimit,
    'DELETE /api/spending-limit': saveLimit,
    'GET /api/notices': () => notices?.load?.() ?? { is_available: false },
    'PUT /api/notices': () => notices?.save?.({ low_balance: null, expiring: true }) ?? pending(),
  };
  const call = async ({ method = 'GET', path, searchParams }: SentRequest) =>
    JSON.parse(JSON.stringify(await replies[`${method} ${path}`]?.(searchParams?.['by'])));
  return { read: pending, history: pending, activity: pending, call };
};

/** The parts of a purchase's code that never charge a card. */
const otherParts = ({ refund }: Story): Pick<LazyPurchase, 'refunds' | 'signInAgain'> => ({
  refunds: { load: async () => null, request: pending, ...refund },
  signInAgain: () => undefined,
});

const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** Card fields in which a valid card was typed. */
const validCard: Pick<NewCardSource, 'mount' | 'watch'> = {
  mount: async () => ({ outcome: 'mounted' }),
  watch(send) {
    for (const field of ['number', 'expiry', 'code'] as const)
      send({ type: 'card-field.checked', field, valid: true, message: '' });
    return () => undefined;
  },
};

/**
 * Creates a customer's session for a story. `pages.ledger` is null until the dashboard requests it, and
 * `pages.activity` is null on other pages. Each press of "Add a passkey" adds a registration.
 */
export const sessionFixture = ({
  checkout: checkoutSetup = {},
  ledger: ledgerSetup = {},
  activity: activitySetup = {},
  registration: registrationSetup = {},
  ...story
}: Story) => {
  const queryClient = createQueryClient({ retry: false });
  const checkout = checkoutFixture(checkoutSetup);
  checkout.start();
  const cards: CardsSource = { list: async () => [], change: pending, ...story.cards };
  if (story.knownCards) queryClient.setQueryData(cardsQuery(cards).queryKey, story.knownCards);
  const pages: CustomerSession['pages'] = {
    ledger: null,
    activity: null,
    topUp: { ...idleTopUp, ...story.topUp },
    deleteAccount: story.deleteAccount ?? pending,
  };
  if (story.at.startsWith('/activity')) {
    pages.activity = activityFixture(activitySetup, { kind: 'all', before: null, newer: [] });
    pages.activity.start();
  }
  const registrations: PasskeyRegistrationActor[] = [];
  const end = () => {
    checkout.stop();
    pages.ledger?.stop();
    pages.activity?.stop();
    queryClient.clear();
  };
  const store: StoreFixture = { ...fullStore, ...story.store };
  const loadPurchase = async (): Promise<LazyPurchase> => ({
    cards,
    newCard: { ...validCard, save: story.saveCard ?? pending },
    readBillingAddress: async () => story.lastAddress ?? null,
    ...otherParts(story),
    registerPasskey() {
      const registration = registrationFixture(registrationSetup);
      registrations.push(registration);
      registration.start();
      return registration;
    },
  });
  const session: CustomerSession = {
    queryClient,
    storeQuery: createStoreQuery({ read: (name) => store[name]() }),
    checkout,
    billing: { read: () => null, keep: () => undefined, forget: () => undefined },
    memory: createMemory({ device: localStorage, tab: nothing, page: nothing }, null),
    loadPurchase,
    readAhead: () => undefined,
    rereadHistory: async () => false,
    prefetchDownload: () => undefined,
    warmUpCardFields: () => undefined,
    attachCardField: attachIdleField,
    ledgerAt(address) {
      if (pages.ledger === null) {
        pages.ledger = ledgerFixture(ledgerSetup, address);
        pages.ledger.start();
      }
      return pages.ledger;
    },
    pages,
    store: storeWith(story),
    inspect: () => undefined,
    belongsToPreviousCustomer: () => false,
    isBuying: () => false,
    enter: () => undefined,
    leave: () => undefined,
    end,
  };
  const opening = { broken: failing, 'on its way': pending };
  const open = async (): Promise<CustomerSession> =>
    story.customerCode ? opening[story.customerCode]() : session;
  return {
    scope: { open, close: () => undefined, isBuying: () => false },
    checkout,
    pages,
    registrations,
    end,
  };
};
