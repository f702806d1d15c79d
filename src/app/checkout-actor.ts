import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Inspection } from '#devtools/inspect.ts';
import type { CheckoutActor } from '#features/shared/app-context.ts';
import { checkoutMachine } from '#machines/checkout.ts';
import type { CheckoutEvent } from '#machines/checkout.types.ts';
import type { CardFields } from '#services/card-fields/card-fields.ts';
import type { AttemptStorage } from '#services/store/attempts.ts';
import type { Payments } from '#services/store/payments.ts';
import type { QuotePackage } from '#services/store/quote.ts';

/** The services that a checkout works with. */
export interface CheckoutServices {
  readonly payments: Payments;
  readonly quotePackage: QuotePackage;
  readonly attempts: AttemptStorage;
  readonly cardFields: CardFields;
}

const unreachable = Promise.resolve({
  outcome: 'refused',
  failure: { name: 'unreachable', message: '' },
} as const);

/** Asked without a network, the gateway's script would be stuck in that submission for 25 s, and the next press with it. */
const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** The purchases of one customer, bound to their services and not yet started. */
export const createCheckoutActor = (
  customerId: string,
  { payments, quotePackage, attempts, cardFields }: CheckoutServices,
  inspect: Inspection['inspect'],
): CheckoutActor => {
  const checkout = createActor(
    checkoutMachine.provide({
      actors: {
        recallAttempt: fromPromise(({ input }) => attempts.recall(input)),
        mountCardFields: fromPromise(({ signal }) => cardFields.mount(signal)),
        watchCardFields: fromCallback<CheckoutEvent>(({ sendBack }) => cardFields.watch(sendBack)),
        quotePackage: fromPromise(({ input, signal }) => quotePackage(input, signal)),
        tokenise: fromPromise(({ signal }) => (isOffline() ? unreachable : cardFields.tokenise(signal))),
        readBaseline: fromPromise(({ signal }) => payments.readBaseline(signal)),
        keepAttempt: fromPromise(({ input }) => attempts.keep(input)),
        pay: fromPromise(({ input, signal }) => payments.pay(input, signal)),
        askOutcome: fromPromise(({ input, signal }) =>
          payments.askOutcome(input, () => attempts.kept(input.attempt), signal),
        ),
        watchAttempts: fromCallback<CheckoutEvent, { readonly customerId: string }>(({ input, sendBack }) =>
          attempts.watch(input, {
            onUpdated: (otherTabAttempts) => sendBack({ type: 'attempts.seen', otherTabAttempts }),
            onEnded: () => sendBack({ type: 'attempt.ended' }),
            onAbandoned: (attempt) => sendBack({ type: 'attempt.abandoned', attempt }),
          }),
        ),
      },
    }),
    { input: { customerId }, inspect },
  );
  checkout.on('attempt.settled', ({ attempt, purchase }) => {
    if (attempt !== null) attempts.settle(attempt, purchase);
  });
  return checkout;
};
