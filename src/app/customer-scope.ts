import type { User } from '#machines/auth.types.ts';
import type { CustomerSession } from './customer-session.ts';

/** Holds what belongs to the one customer who is signed in; its code is loaded with the first of them. */
export interface CustomerScope {
  /** The session of this user: the standing one, or a new one after ending another user's. */
  open(user: User): Promise<CustomerSession>;
  /** Ends the session: its actors stop, its data is dropped. */
  close(): void;
}

export const createCustomerScope = (begin: (user: User) => Promise<CustomerSession>): CustomerScope => {
  let standing: { readonly userId: string; readonly session: Promise<CustomerSession> } | null = null;

  const close = () => {
    const ending = standing;
    standing = null;
    ending?.session.then(
      (session) => session.end(),
      () => undefined,
    );
  };

  return {
    close,
    open(user) {
      if (standing?.userId === user.id) return standing.session;
      close();
      const session = begin(user);
      const opened = { userId: user.id, session };
      standing = opened;
      // A code chunk that did not arrive may arrive at the next try.
      session.catch(() => {
        if (standing === opened) standing = null;
      });
      return session;
    },
  };
};
