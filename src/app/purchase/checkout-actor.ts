import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import type { Inspection } from '#devtools/inspect.ts';
import type { CheckoutActor, LazyPurchase } from '#features/shared/app-context.ts';
import { isCardLoading } from '#machines/purchase/checkout.selectors.ts';
import { checkoutMachine } from '#machines/purchase/checkout.ts';
import type {
  CheckoutEvent,
  Concealed,
  QuoteRequest,
  QuoteResult,
} from '#machines/purchase/checkout.types.ts';
import { paymentMachine } from '#machines/purchase/payment.ts';
import type { PaymentEvent } from '#machines/purchase/payment.types.ts';
import type { CardFields } from '#services/card-fields/card-fields.ts';
import type { CardFieldEvent } from '#services/card-fields/field-states.ts';
import type { AttemptStorage } from '#services/store/attempts.ts';
import type { Payments } from '#services/store/payments.ts';
import type { QuotePackage } from '#services/store/purchase-calls.ts';

export interface PurchaseServices extends LazyPurchase {
  readonly payments: Payments;
  readonly quotePackage: QuotePackage;
  readonly cardFields: CardFields;
  /** Returns the ids of the saved cards that can be charged, the default one first. */
  readonly readUsableCards: (client: QueryClient) => Promise<readonly string[]>;
}

export interface CheckoutServices {
  readonly attempts: AttemptStorage;
  /** Rejects if the code fails to load. The next call retries. */
  readonly loadPurchase: () => Promise<PurchaseServices>;
}

interface CheckoutParts extends CheckoutServices {
  /** Resolves when the code has loaded. After a failure, waits for the customer's Retry. */
  readonly whenPurchaseLoads: () => Promise<unknown>;
  readonly queryClient: QueryClient;
}

const unreachable = { outcome: 'refused', failure: { name: 'unreachable', message: '' } } as const;

const ignore = () => null;

const conceal = (secret: string): Concealed => ({ reveal: () => secret });

const reveal = <Input extends { readonly paymentToken: Concealed | null }>(input: Input) => ({
  ...input,
  paymentToken: input.paymentToken?.reveal() ?? null,
});

/** Returns whether the browser is offline. Collect.js would then hang for 25 s and block the next payment. */
const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/**
 * Watches stored attempts. Asks once what became of those that an earlier visit set aside.
 * @param asked the ids of those that this visit has asked about
 */
const watchAttemptsIn = ({ attempts, loadPurchase }: CheckoutServices, asked: Set<string>) =>
  fromCallback<CheckoutEvent, { readonly customerId: string }>(({ input, sendBack }) =>
    attempts.watch(input, {
      onUpdated: (otherTabAttempts) => sendBack({ type: 'attempts.seen', otherTabAttempts }),
      onSetAside(setAside) {
        sendBack({ type: 'attempts.set-aside', attempts: setAside });
        const unasked = setAside.filter(({ id }) => !asked.has(id));
        for (const { id } of unasked) asked.add(id);
        if (unasked.length === 0) return;
        loadPurchase()
          .then(({ payments }) => payments.findSettled(unasked, attempts.kept))
          // The checkout settles one at a time. The next change asks about the others again.
          .then(([first, ...others]) => {
            for (const { id } of others) asked.delete(id);
            if (first !== undefined) sendBack({ type: 'attempt.rechecked', attempt: first });
          })
          .catch(() => unasked.map(({ id }) => asked.delete(id)));
      },
      onEnded: () => sendBack({ type: 'attempt.ended' }),
      onAbandoned: (attempt) => sendBack({ type: 'attempt.abandoned', attempt }),
    }),
  );

/** Creates a customer's checkout actor and connects it to its services. The caller starts the actor. */
export const createCheckoutActor = (
  customerId: string,
  { attempts, loadPurchase, whenPurchaseLoads, queryClient }: CheckoutParts,
  inspect: Inspection['inspect'],
): CheckoutActor => {
  const quotePackage = fromPromise<QuoteResult, QuoteRequest>(async ({ input, signal }) =>
    isOffline() ? unreachable : (await loadPurchase()).quotePackage(input, signal),
  );
  const asked = new Set<string>();
  const watchCardFields = (send: (event: CardFieldEvent) => void) => {
    const watching = loadPurchase().then(
      ({ cardFields }) => cardFields.watch(send),
      // Another actor needs the same code and reports the failure.
      () => () => undefined,
    );
    return () => void watching.then((stop) => stop());
  };
  const payment = paymentMachine.provide({
    actors: {
      watchCardFields: fromCallback<PaymentEvent>(({ sendBack }) =>
        watchCardFields((event) => {
          if (event.type === 'card-field.checked') sendBack(event);
        }),
      ),
      quotePackage,
      tokenize: fromPromise(async ({ signal }) => {
        const answer = isOffline() ? unreachable : await (await loadPurchase()).cardFields.tokenize(signal);
        return answer.outcome === 'tokenized'
          ? { ...answer, paymentToken: conceal(answer.paymentToken) }
          : answer;
      }),
      readBaseline: fromPromise(async ({ signal }) => (await loadPurchase()).payments.readBaseline(signal)),
      keepAttempt: fromPromise(({ input }) => attempts.keep(input)),
      pay: fromPromise(async ({ input, signal }) =>
        (await loadPurchase()).payments.pay(reveal(input), signal),
      ),
      askOutcome: fromPromise(async ({ input, signal }) => {
        const { payments } = await loadPurchase();
        return payments.askOutcome(reveal(input), () => attempts.kept(input.attempt), signal);
      }),
    },
  });
  const checkout = createActor(
    checkoutMachine.provide({
      actors: {
        recallAttempt: fromPromise(({ input }) => attempts.recall(input)),
        loadPurchase: fromPromise(() => whenPurchaseLoads().then(ignore)),
        listCards: fromPromise(async () => (await loadPurchase()).readUsableCards(queryClient)),
        mountCardFields: fromPromise(async ({ signal }) => (await loadPurchase()).cardFields.mount(signal)),
        watchCardFields: fromCallback<CheckoutEvent>(({ sendBack }) => watchCardFields(sendBack)),
        payment,
        quotePackage,
        watchAttempts: watchAttemptsIn({ attempts, loadPurchase }, asked),
      },
    }),
    { input: { customerId }, inspect },
  );
  checkout.on('attempt.set-aside', ({ attempt }) => {
    asked.add(attempt.id);
    attempts.setAside(attempt);
  });
  checkout.on('attempt.settled', ({ attempt, purchase }) => {
    if (attempt !== null) attempts.settle(attempt, purchase);
  });
  return checkout;
};

/** Reloads failed card fields when the browser is back online. Returns a function that unsubscribes. */
export const retryCardFieldsOnline = (checkout: CheckoutActor): (() => void) =>
  onlineManager.subscribe((isOnline) => {
    if (!isOnline) return;
    // Fields requested while offline fail only now. The checkout ignores the event if its fields have loaded.
    const retry = () => checkout.send({ type: 'card-fields.retried' });
    waitFor(checkout, (snapshot) => !isCardLoading(snapshot)).then(retry, ignore);
  });
