import { createActor, fromCallback, fromPromise } from 'xstate';
import { beginCustomerSession } from '#app/customer/customer-session.ts';
import type { RouterContext } from '#app/router-context.ts';
import { noMemory } from '#features/shared/memory.ts';
import { visitorPlaceholder } from '#features/shared/prerendered.ts';
import { authMachine } from '#machines/account/auth.ts';
import type { Restoration, User } from '#machines/account/auth.types.ts';
import { passkeyMachine } from '#machines/account/passkey.ts';
import { resetMachine } from '#machines/account/reset.ts';
import { verificationMachine } from '#machines/account/verification.ts';

/** A guest, or a customer whose data hasn't loaded. */
export type Visitor = 'guest' | 'customer';

const user: User = {
  id: 'prerendered',
  email: visitorPlaceholder,
  phone: null,
  firstName: null,
  lastName: null,
};

/** Returns a restored session that has the placeholder for each email that a page shows. */
const restorationOf = (visitor: Visitor): Restoration => {
  const email = visitor === 'guest' ? visitorPlaceholder : null;
  return {
    user: visitor === 'guest' ? null : user,
    pendingVerification: email,
    pendingReset: email,
    challenge: null,
    codeSentTo: email,
    interruptedLink: null,
    returnsFromHostedUi: false,
  };
};

const nothing = () => undefined;
const pending = () => new Promise<never>(nothing);

const beginSession = () =>
  beginCustomerSession(
    user,
    {
      store: { read: pending, history: pending, activity: pending, call: pending },
      memory: noMemory,
      loadPurchase: pending,
      attempts: {
        recall: pending,
        keep: pending,
        kept: () => [],
        watch: () => nothing,
        settle: nothing,
        setAside: nothing,
        close: nothing,
      },
    },
    { onCheckout: nothing, onAddressChanged: nothing, beforeLedgerRows: pending },
  );

/** Creates a visitor's auth actor and, for customers, a session. Calls no services. */
export const createVisitor = (visitor: Visitor): Pick<RouterContext, 'auth' | 'customer'> => {
  const auth = createActor(
    authMachine.provide({
      actors: {
        restoreSession: fromPromise(() => Promise.resolve(restorationOf(visitor))),
        registerCustomer: fromPromise(() => Promise.resolve()),
        watchSession: fromCallback(nothing),
        passkey: passkeyMachine,
        verification: verificationMachine,
        reset: resetMachine,
      },
    }),
  );
  return { auth: auth.start(), customer: { open: async () => beginSession(), isBuying: () => false } };
};
