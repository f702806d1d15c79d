import type { User } from '#machines/auth.types.ts';
import type { CustomerSession } from './customer-session.ts';

/** Holds the session of the one customer who is signed in; its code is loaded with the first of them. */
export const createCustomerScope = (begin: (user: User) => Promise<CustomerSession>) => {
  let opened: { readonly userId: string; readonly session: Promise<CustomerSession> } | null = null;

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
      opened = { userId: user.id, session };
      // A code chunk that did not arrive may arrive at the next try.
      session.catch(() => {
        if (opened?.session === session) opened = null;
      });
      return session;
    },
  };
};

export type CustomerScope = ReturnType<typeof createCustomerScope>;
