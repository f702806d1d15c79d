import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { beforeEach, onTestFinished, vi } from 'vitest';
import { beginCustomerSession, type CustomerSession } from '#app/customer/customer-session.ts';
import type { PurchaseServices } from '#app/purchase/checkout-actor.ts';
import type { StoreRead, StoreReader } from '#domain/store.ts';
import { StoreError } from '#domain/store-error.ts';
import { type CardsSource, readUsableCards } from '#features/shared/cards-queries.ts';
import { noMemory } from '#features/shared/memory.ts';
import type { StoreFixture } from '#gallery/harness/fixtures.ts';
import type { CardField, PaymentResult, PurchaseAttempt } from '#machines/purchase/checkout.types.ts';
import type { CardFields } from '#services/card-fields/card-fields.ts';
import { spendEntry } from '#tests/activity.ts';
import { approved, attempt, billing, lazyPurchase, plus, summary } from '#tests/purchases.ts';
import { completedTransaction } from '#tests/transactions.ts';

export const isolateCustomers = (): void => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
};

const keepUntilTestEnds = ({ queryClient, end }: CustomerSession): void => {
  queryClient.mount();
  onTestFinished(() => {
    end();
    queryClient.unmount();
  });
};

const neverCalled = () => Promise.reject(new Error('Not called here'));
export const refusal = (status: number, message: string) => new StoreError('refused', message, { status });
export const missing = refusal(404, 'Customer not found');
const history = { transactions: [completedTransaction], pagination: { total_pages: 1, total_items: 1 } };
const activity = { entries: [spendEntry], next: null };
const lists: Pick<StoreReader, 'history' | 'activity'> = {
  history: async () => history,
  activity: async () => activity,
};
export const answers: StoreFixture = {
  profile: async () => ({ id: 'u1', email: null, firstName: null, lastName: null, phone: null }),
  products: async () => [plus],
  balance: async () => ({ balance: 7 }),
  credits: async () => ({ held: 0, expiring: null }),
  summary: async () => summary,
};
type Reading = StoreRead | 'history' | 'activity';

const attempts = {
  keep: async () => attempt,
  kept: () => [],
  settle: async () => undefined,
  setAside: () => undefined,
  watch: () => () => undefined,
  close: () => undefined,
};

/** Advances the clock past the retry delay of one second. */
export const afterRetry = () => vi.advanceTimersByTimeAsync(1_100);
export const settled = () => vi.advanceTimersByTimeAsync(0);

export const begin = ({
  pay = async () => approved,
  lookUp = neverCalled,
  mount = async () => ({ outcome: 'mounted' }),
  recall = async () => null,
  list,
}: {
  pay?: () => Promise<PaymentResult>;
  lookUp?: () => Promise<PaymentResult>;
  mount?: CardFields['mount'];
  recall?: () => Promise<PurchaseAttempt | null>;
  /** Lists the saved cards. If omitted, the store saves no cards. */
  list?: CardsSource['list'];
} = {}) => {
  const asked: string[] = [];
  const world = { ...lists, refuse: (_: Reading): Error | null | Promise<Error> => null };
  const ask = async (name: Reading) => {
    asked.push(name);
    const error = await world.refuse(name);
    if (error !== null) throw error;
  };
  let sendOfCards: Parameters<CardFields['watch']>[0] = () => undefined;
  const payment = vi.fn(pay);
  const onRegistered = vi.fn();
  const onAddressChanged = vi.fn();
  const stopWatch = vi.fn();
  const cardFields = {
    attach: vi.fn<CardFields['attach']>(),
    warmUp: vi.fn(),
    watch: vi.fn((send: typeof sendOfCards) => {
      sendOfCards = send;
      return stopWatch;
    }),
    mount,
    tokenize: async () => ({ outcome: 'tokenized', paymentToken: 'token' }),
  } satisfies CardFields;
  const loadPurchase = vi.fn(
    async (): Promise<PurchaseServices> => ({
      payments: {
        pay: payment,
        readBaseline: async () => ({ outcome: 'noted', baseline: null }),
        askOutcome: lookUp,
        findSettled: async () => [],
      },
      quotePackage: async () => ({ outcome: 'unchanged' }),
      cardFields,
      ...lazyPurchase,
      readUsableCards: (client) => readUsableCards(client, list ? { list, change: neverCalled } : null),
    }),
  );
  const session = beginCustomerSession(
    { id: 'u1', email: 'ada@example.com', phone: null, firstName: 'Ada', lastName: null },
    {
      store: {
        read: (name) => ask(name).then(answers[name]),
        history: (...request) => ask('history').then(() => world.history(...request)),
        activity: (...query) => ask('activity').then(() => world.activity(...query)),
        call: neverCalled,
      },
      memory: noMemory,
      loadPurchase,
      attempts: { recall, ...attempts },
    },
    { onCheckout: () => undefined, onAddressChanged, beforeLedgerRows: async () => undefined, onRegistered },
  );
  keepUntilTestEnds(session);
  return {
    session,
    onRegistered,
    onAddressChanged,
    world,
    payment,
    cardFields,
    stopWatch,
    loadPurchase,
    goOnline() {
      onlineManager.setOnline(false);
      onlineManager.setOnline(true);
    },
    count: (name: string) => asked.filter((other) => other === name).length,
    read: (name: StoreRead) => session.queryClient.fetchQuery(session.storeQuery(name)),
    show(name: 'balance' | 'summary' | 'products') {
      const query = session.storeQuery<'balance' | 'summary' | 'products'>(name);
      const observer = new QueryObserver(session.queryClient, query);
      onTestFinished(observer.subscribe(() => undefined));
      return observer;
    },
    ledger: () => session.ledgerAt({ status: 'completed', page: 1, tx: null }, false),
    async buy(saveCard = false) {
      await settled();
      session.checkout.send({ type: 'package.selected', product: plus });
      await settled();
      for (const field of ['number', 'expiry', 'code'] satisfies CardField[])
        sendOfCards({ type: 'card-field.checked', field, valid: true, message: '' });
      session.checkout.send({ type: 'saving.chosen', saveCard });
      session.checkout.send({ type: 'payment.submitted', billing });
      await settled();
    },
  };
};
