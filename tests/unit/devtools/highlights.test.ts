import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { charts } from '#devtools/families.ts';
import { highlightsOf, placedSessions } from '#devtools/highlights.ts';
import { createInspection } from '#devtools/inspect.ts';
import { familyOf, recorderOf } from '#devtools/recorder.ts';
import { authMachine } from '#machines/account/auth.ts';
import type { AuthEvent } from '#machines/account/auth.types.ts';
import { hostedMachine } from '#machines/account/hosted.ts';
import { passkeyMachine } from '#machines/account/passkey.ts';
import { checkoutMachine } from '#machines/purchase/checkout.ts';
import type { CheckoutEvent, PaymentResult, PurchaseAttempt } from '#machines/purchase/checkout.types.ts';
import { paymentMachine } from '#machines/purchase/payment.ts';
import { attempt } from '#tests/purchases.ts';

const within = 'checkout.processing';

test('a child machine that has ended is no longer highlighted, but its path stays', async () => {
  const feed = createInspection();
  const recorder = recorderOf(feed);
  const payment = paymentMachine.provide({
    actors: { askOutcome: fromPromise(() => new Promise<PaymentResult>(() => undefined)) },
  });
  const machine = checkoutMachine.provide({
    actors: {
      watchAttempts: fromCallback<CheckoutEvent, { readonly customerId: string }>(() => undefined),
      watchCardFields: fromCallback<CheckoutEvent>(() => undefined),
      recallAttempt: fromPromise(async (): Promise<PurchaseAttempt | null> => attempt),
      payment,
    },
  });
  const options = { input: { customerId: 'u1' }, inspect: feed.inspect };
  const checkout = createActor(machine, options).start();
  await expect.poll(() => checkout.getSnapshot().children.payment).toBeDefined();
  const chart = charts.get('checkout');
  if (chart === undefined) throw new Error('The checkout has no chart');
  const highlights = () => highlightsOf(placedSessions(chart, familyOf('checkout', recorder.sessions())));
  expect(highlights().isActive({ id: 'payment.confirming.asking', within })).toBe(true);
  expect(highlights().isLatest({ edges: ['checkout.idle checkout.processing'], within: null })).toBe(true);

  checkout.getSnapshot().children.payment?.send({ type: 'confirmation.stopped' });
  const ended = { id: 'payment.unknown', within };
  expect([highlights().isActive(ended), highlights().isVisited(ended)]).toEqual([false, true]);
  expect(highlights().isActive({ id: 'checkout.error.unresolved', within: null })).toBe(true);
  expect(highlights().isTaken({ edges: ['payment.confirming payment.unknown'], within })).toBe(true);
  checkout.stop();
});

test('a child machine that several states invoke is placed in the current state', async () => {
  const feed = createInspection();
  const recorder = recorderOf(feed);
  const hosted = hostedMachine.provide({
    actors: { openHostedSignIn: fromPromise(() => new Promise<void>(() => undefined)) },
  });
  const auth = createActor(
    authMachine.provide({
      actors: { watchSession: fromCallback<AuthEvent>(() => undefined), passkey: passkeyMachine, hosted },
    }),
    { inspect: feed.inspect },
  );
  auth.start();
  await waitFor(auth, (snapshot) => snapshot.matches('guest'));
  auth.send({ type: 'hosted-sign-in.requested' });
  const chart = charts.get('auth');
  if (chart === undefined) throw new Error('The account has no chart');
  const placed = placedSessions(chart, familyOf('auth', recorder.sessions()));
  expect(placed.find((session) => session.chart.id === 'hosted')?.within).toBe('auth.opening-hosted-pages');
  auth.stop();
});
