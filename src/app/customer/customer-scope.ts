import type { User } from '#machines/account/auth.types.ts';
import type { CustomerSession } from './customer-session.ts';

interface OpenSession {
  readonly userId: string;
  readonly session: Promise<CustomerSession>;
  /** The loaded session; null until its code has loaded. */
  begun: CustomerSession | null;
}

/** Manages the signed-in customer's session. Its code loads with the first session. */
export const createCustomerScope = (begin: (user: User) => Promise<CustomerSession>) => {
  let opened: OpenSession | null = null;

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
    /** Returns the user's session. Ends any other user's session first. */
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
          // A chunk may have failed to load, so let the next call retry.
          if (opened === opening) opened = null;
        },
      );
      return session;
    },
    /** Returns whether a purchase is in progress or its outcome is on screen. */
    isBuying: (): boolean => opened?.begun?.isBuying() ?? false,
  };
};

export type CustomerScope = ReturnType<typeof createCustomerScope>;
