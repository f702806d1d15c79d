import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { createCheckoutActor } from '#app/purchase/checkout-actor.ts';
import type { Transaction } from '#contract/transactions.ts';
import { StoreError } from '#domain/store-error.ts';
import { isConfirming, selectPayment } from '#machines/purchase/checkout.selectors.ts';
import { createAttemptLocks } from '#services/store/attempt-locks.ts';
import { createAttemptStorage } from '#services/store/attempts.ts';
import { createPayments } from '#services/store/payments.ts';
import { billing, lazyPurchase, plus, typedCardFields } from '#tests/purchases.ts';
import { completedTransaction } from '#tests/transactions.ts';
import { settled } from '../inline/page.ts';
import { createDevice } from '../services/identity/world.ts';
import { createBrowserLocks } from '../services/store/browser-locks.ts';

const lost = () => Promise.reject(new StoreError('unreachable', 'Lost'));
const row = (id: string): Transaction => ({ ...completedTransaction, id, ionic_order_id: id });

const openDevice = () => {
  const ledger = { rows: [row('t1')], charges: true, isReadable: true };
  const sent = vi.fn();
  const history = async () => {
    if (!ledger.isReadable) return lost();
    return { transactions: ledger.rows, pagination: { total_pages: 1, total_items: ledger.rows.length } };
  };
  const pay = () => {
    sent();
    if (ledger.charges) ledger.rows = [row(`t${ledger.rows.length + 1}`), ...ledger.rows];
    return lost();
  };
  const { storage } = createDevice();
  const locks = createBrowserLocks();
  const openTab = async () => {
    const attempts = createAttemptStorage({
      storage,
      locks: createAttemptLocks(locks),
      onWritten: () => () => undefined,
    });
    const checkout = createCheckoutActor(
      'u1',
      {
        attempts,
        queryClient: new QueryClient(),
        whenPurchaseLoads: async () => undefined,
        loadPurchase: async () => ({
          payments: createPayments({ history, pay, attempt: lost, withdraw: lost }, { replayable: false }),
          ...lazyPurchase,
          readUsableCards: async () => [],
          quotePackage: async () => ({ outcome: 'unchanged' }),
          cardFields: typedCardFields(async () => 'a-token'),
        }),
      },
      () => undefined,
    );
    checkout.start();
    await settled();
    return {
      context: () => checkout.getSnapshot().context,
      hasBought: () => checkout.getSnapshot().matches('success'),
      isConfirming: () => isConfirming(selectPayment(checkout.getSnapshot())?.getSnapshot()),
      async buy() {
        checkout.send({ type: 'package.selected', product: plus });
        await settled();
        checkout.send({ type: 'payment.submitted', billing });
        await settled();
      },
      async askAgain() {
        selectPayment(checkout.getSnapshot())?.send({ type: 'confirmation.stopped' });
        checkout.send({ type: 'outcome.rechecked' });
        await settled();
      },
      close() {
        checkout.stop();
        attempts.close();
      },
    };
  };
  return { ledger, sent, storage, openTab };
};

it('an earlier purchase is not mistaken for an unconfirmed payment, even after a reload', async () => {
  const { ledger, openTab, storage } = openDevice();
  ledger.charges = false;
  const tab = await openTab();
  await tab.buy();
  expect(tab.isConfirming()).toBe(true);
  expect(storage.getItem('coffer.attempts.u1')).toContain('"baseline":["t1"]');
  expect(storage.getItem('coffer.attempts.u1')).not.toMatch(/token|address|4111 ?1111/);
  tab.close();
  await settled();
  const reopened = await openTab();
  await settled();
  expect(reopened.isConfirming()).toBe(true);
  ledger.rows = [row('t2'), ...ledger.rows];
  await reopened.askAgain();
  expect(reopened.context().purchase?.transaction_id).toBe('t2');
  expect(storage.getItem('coffer.attempts.u1')).toBeNull();
});

it('two tabs never claim each other’s purchases, and each tab finds its own', async () => {
  const { ledger, openTab } = openDevice();
  const [first, second] = [await openTab(), await openTab()];
  ledger.charges = false;
  await first.buy();
  ledger.charges = true;
  await second.buy();
  await first.askAgain();
  expect(first.hasBought() || second.hasBought()).toBe(false);
  ledger.rows = [row('t3'), ...ledger.rows];
  await first.askAgain();
  await second.askAgain();
  const bought = [first, second].map((tab) => tab.context().purchase?.transaction_id);
  expect(bought.sort()).toEqual(['t2', 't3']);
});
