import type { RegisteredRouter } from '@tanstack/react-router';
import type { AuthActor } from '#features/shared/app-context.ts';

/** The fields of the sign-up form, in the order in which they stand. */
export const signUpFields = ['firstName', 'lastName', 'email', 'phone', 'password'] as const;

export type SignUpField = (typeof signUpFields)[number];

/** The documents that the form links to. */
const documentPaths: readonly string[] = ['/terms', '/privacy'];

const createDraft = (auth: AuthActor) => {
  const typed = new Map<SignUpField, string>();
  for (const event of ['signed-in', 'session.replaced'] as const) auth.on(event, () => typed.clear());

  return {
    read: (name: SignUpField): string => typed.get(name) ?? '',
    /** Keeps what stands in the form, but for the password. */
    keep(read: (name: SignUpField) => string): void {
      for (const name of signUpFields) if (name !== 'password') typed.set(name, read(name));
    },
    /** Keeps the password while the visitor reads a document, and no longer. */
    keepPassword(password: string, router: RegisteredRouter): void {
      typed.set('password', password);
      const stop = router.subscribe('onBeforeNavigate', ({ toLocation: { pathname } }) => {
        if (documentPaths.includes(pathname)) return;
        stop();
        if (pathname !== '/signup') typed.delete('password');
      });
    },
    forgetPassword(): void {
      typed.delete('password');
    },
  };
};

const drafts = new WeakMap<AuthActor, ReturnType<typeof createDraft>>();

/** What was typed to sign up: in memory alone, until somebody signs in. */
export const signUpDraftOf = (auth: AuthActor) => {
  const draft = drafts.get(auth) ?? createDraft(auth);
  drafts.set(auth, draft);
  return draft;
};
