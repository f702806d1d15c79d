import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { openName } from '#devtools/drawing.ts';
import { drawings } from '#devtools/drawings.gen.ts';
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

const never = <Answer>() => new Promise<Answer>(() => undefined);

/** A checkout that checks an earlier attempt. */
const confirm = async () => {
  const feed = createInspection();
  const recorder = recorderOf(feed);
  const attempt = {
    id: 'a',
    customerId: 'c',
    productId: 'p',
    productName: 'Plus',
    amountCents: 1000,
    baseline: null,
  };
  const payment = paymentMachine.provide({
    actors: { askOutcome: fromPromise(() => never<PaymentResult>()) },
  });
  const checkout = createActor(
    checkoutMachine.provide({
      actors: {
        watchAttempts: fromCallback<CheckoutEvent, { readonly customerId: string }>(() => undefined),
        watchCardFields: fromCallback<CheckoutEvent>(() => undefined),
        recallAttempt: fromPromise(() => Promise.resolve<PurchaseAttempt | null>(attempt)),
        payment,
      },
    }),
    { input: { customerId: 'c' }, inspect: feed.inspect },
  );
  checkout.start();
  await expect.poll(() => checkout.getSnapshot().children.payment).toBeDefined();
  const chart = charts.get('checkout');
  if (chart === undefined) throw new Error('The checkout has no chart');
  return { checkout, placed: () => placedSessions(chart, familyOf('checkout', recorder.sessions())) };
};

const payment = 'checkout.processing';

test('the current states of a machine and its child are lit, and the path that led there', async () => {
  const { checkout, placed } = await confirm();
  const highlights = highlightsOf(placed());
  const { boxes = [], arrows = [] } = drawings[openName(payment)] ?? {};
  const lit = boxes.filter((box) => highlights.isActive(box)).map(({ id }) => id);
  expect(lit).toEqual([
    'checkout',
    'checkout.processing',
    'payment',
    'payment.confirming',
    'payment.confirming.asking',
  ]);
  const visited = boxes.filter((box) => highlights.isVisited(box)).map(({ id }) => id);
  expect(visited).toEqual(expect.arrayContaining(['checkout.idle', 'checkout.idle.resuming', ...lit]));
  expect(visited).not.toContain('checkout.ready');

  const textOf = (test: typeof highlights.isTaken) =>
    arrows.filter(test).map(({ edges: [first = ''] }) => first);
  expect(textOf(highlights.isTaken)).toContain('checkout.idle checkout.processing');
  expect(textOf(highlights.isLatest)).toEqual(
    textOf(highlights.isTaken).filter((text) => text.startsWith('checkout')),
  );
  checkout.stop();
});

test('a child that has ended is no longer lit, but its path stays', async () => {
  const { checkout, placed } = await confirm();
  checkout.getSnapshot().children.payment?.send({ type: 'confirmation.stopped' });
  const highlights = highlightsOf(placed());
  const box = { id: 'payment.unknown', within: payment };
  expect([highlights.isActive(box), highlights.isVisited(box)]).toEqual([false, true]);
  expect(highlights.isActive({ id: 'checkout.error.unresolved', within: null })).toBe(true);
  expect(highlights.isTaken({ edges: ['payment.confirming payment.unknown'], within: payment })).toBe(true);
  checkout.stop();
});

test('a child that several states invoke is placed in the current one', async () => {
  const feed = createInspection();
  const recorder = recorderOf(feed);
  const hosted = hostedMachine.provide({ actors: { openHostedSignIn: fromPromise(() => never<void>()) } });
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
