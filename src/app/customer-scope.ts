import type { User } from '#machines/auth.types.ts';
import type { CustomerSession } from './customer-session.ts';

interface OpenSession {
  readonly userId: string;
  readonly session: Promise<CustomerSession>;
  /** The session once its code has arrived. */
  begun: CustomerSession | null;
}

/** Holds the session of the one customer who is signed in; its code is loaded with the first of them. */
export const createCustomerScope = (begin: (user: User) => Promise<CustomerSession>) => {
  let opened: OpenSession | null = null;

  /** Ends the session: its actors stop, its data is dropped. */
  const close = (): void => {
    const ending = opened;
    opened = null;
    ending?.session.then(
      (session) => session.end(),
      () => undefined,
    );
  };

  return {
    close,
    /** The session of this user: the one that is open, or a new one after ending another user's. */
    open(user: User): Promise<CustomerSession> {
      if (opened?.userId === user.id) return opened.session;
      close();
      const session = begin(user);
      const opening: OpenSession = { userId: user.id, session, begun: null };
      opened = opening;
      session.then(
        (begun) => {
          opening.begun = begun;
        },
        () => {
          // A code chunk that did not arrive may arrive at the next try.
          if (opened === opening) opened = null;
        },
      );
      return session;
    },
    /** Whether the customer makes a purchase, or looks at its outcome. */
    isBuying: (): boolean => opened?.begun?.isBuying() ?? false,
  };
};

export type CustomerScope = ReturnType<typeof createCustomerScope>;
