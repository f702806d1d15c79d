import { QueryClient } from '@tanstack/react-query';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Inspection } from '#devtools/inspect.ts';
import { type StoreApi, StoreError } from '#domain/store.ts';
import type { AttachCardField, CheckoutActor, LedgerActor } from '#features/app-context.ts';
import { createStoreQuery, type StoreQuery } from '#features/store-query.ts';
import type { User } from '#machines/auth.types.ts';
import { canChoose } from '#machines/checkout.selectors.ts';
import { checkoutMachine } from '#machines/checkout.ts';
import type { CheckoutEmitted, CheckoutEvent } from '#machines/checkout.types.ts';
import type { AddressChanged, LedgerAddress, LedgerQuery } from '#machines/ledger.types.ts';
import type { CardFields } from '#services/card-fields/index.ts';
import type { AttemptKeeper } from '#services/store/attempts.ts';
import { UnsentError } from '#services/store/caller.ts';
import type { Payments } from '#services/store/payments.ts';
import type { QuotePackage } from '#services/store/quote.ts';
import { historyQuery, outdateAccount, startLedger } from './ledger-actor.ts';

/** The services that a customer's machines work with. */
export interface CustomerServices {
  readonly store: StoreApi;
  readonly payments: Payments;
  readonly quotePackage: QuotePackage;
  readonly attempts: AttemptKeeper;
  readonly cardFields: CardFields;
}

/** What others do when a customer's machines report. */
export interface CustomerReactions {
  readonly onCheckout: (event: CheckoutEmitted) => void;
  readonly onAddressChanged: (event: AddressChanged) => void;
  /** Prepares the screen for rows of the ledger that have been read. */
  readonly beforeLedgerRows: () => Promise<void>;
  readonly inspect?: Inspection['inspect'];
}

/** All that belongs to one signed-in customer. */
export interface CustomerSession {
  readonly queryClient: QueryClient;
  readonly storeQuery: StoreQuery;
  readonly checkout: CheckoutActor;
  /** Reads a page of the ledger that is about to be asked for. */
  readonly readAhead: (query: LedgerQuery) => void;
  readonly attachCardField: AttachCardField;
  /** The ledger; made at the first visit, for the address of that visit. */
  ledgerAt(address: LedgerAddress): LedgerActor;
  /** Whether a purchase is being made, or its outcome is shown. */
  isBuying(): boolean;
  /** The pages of this customer were left; what is under way goes on, and what waits for a page ends. */
  leave(): void;
  /** Stops the machines and drops the data. */
  end(): void;
}

/**
 * A definite answer is not asked for again, nor is a token that the account service had its time to give; anything else
 * gets the one retry of the spec.
 */
const isWorthARetry = (failures: number, error: Error): boolean => {
  const isDefinite =
    error instanceof StoreError &&
    (error.kind === 'signed-out' || (error.status !== null && error.status < 500 && error.status !== 429));
  return failures < 1 && !isDefinite && !(error instanceof UnsentError);
};

/** Begins the session of one customer: data cache, checkout and ledger, each made once and outside React. */
export const beginCustomerSession = (
  user: User,
  { store, payments, quotePackage, attempts, cardFields }: CustomerServices,
  reactions: CustomerReactions,
): CustomerSession => {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: isWorthARetry, networkMode: 'always' } },
  });
  const { inspect = () => undefined } = reactions;

  const checkout = createActor(
    checkoutMachine.provide({
      actors: {
        recallAttempt: fromPromise(({ input }) => attempts.recall(input)),
        mountCardFields: fromPromise(({ signal }) => cardFields.mount(signal)),
        watchCardFields: fromCallback<CheckoutEvent>(({ sendBack }) => cardFields.watch(sendBack)),
        quotePackage: fromPromise(({ input, signal }) => quotePackage(input, signal)),
        tokenise: fromPromise(({ signal }) => cardFields.tokenise(signal)),
        keepAttempt: fromPromise(({ input }) => attempts.keep(input)),
        pay: fromPromise(({ input, signal }) => payments.pay(input, signal)),
        watchAttempts: fromCallback<CheckoutEvent, { readonly customerId: string }>(({ input, sendBack }) =>
          attempts.watch(input, {
            onSeen: (elsewhere) => sendBack({ type: 'attempts.seen', elsewhere }),
            onEnded: () => sendBack({ type: 'attempt.ended' }),
            onAbandoned: (attempt) => sendBack({ type: 'attempt.abandoned', attempt }),
          }),
        ),
        askOutcome: fromPromise(({ input, signal }) => payments.askOutcome(input, signal)),
      },
    }),
    { input: { customerId: user.id }, inspect },
  );

  let ledger: LedgerActor | null = null;
  const refreshAccount = () => {
    outdateAccount(queryClient);
    ledger?.send({ type: 'history.outdated' });
  };

  checkout.on('*', (event) => {
    if (event.type === 'purchased' || event.type === 'account.outdated') refreshAccount();
    if (event.type === 'packages.outdated') void queryClient.invalidateQueries({ queryKey: ['products'] });
    if (event.type === 'attempt.settled' && event.attempt !== null) attempts.settle(event.attempt);
    reactions.onCheckout(event);
  });
  checkout.start();

  return {
    queryClient,
    storeQuery: createStoreQuery(store),
    checkout,
    readAhead: (query) => void queryClient.prefetchQuery(historyQuery(store, query)),
    attachCardField: cardFields.attach,
    ledgerAt(address) {
      ledger ??= startLedger(
        {
          store,
          queryClient,
          onAddressChanged: reactions.onAddressChanged,
          beforeRows: reactions.beforeLedgerRows,
          inspect,
        },
        address,
      );
      return ledger;
    },
    isBuying() {
      const snapshot = checkout.getSnapshot();
      return snapshot.status === 'active' && !(snapshot.matches('idle') && canChoose(snapshot));
    },
    leave() {
      // The end of the session leaves the pages, too.
      if (checkout.getSnapshot().status === 'active') checkout.send({ type: 'checkout.left' });
    },
    end() {
      checkout.stop();
      ledger?.stop();
      attempts.close();
      void queryClient.cancelQueries();
      queryClient.clear();
    },
  };
};
