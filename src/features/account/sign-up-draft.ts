import type { RegisteredRouter } from '@tanstack/react-router';
import type { AuthActor } from '#features/shared/app-context.ts';

/** In the form's order. */
export const signUpFields = ['firstName', 'lastName', 'email', 'phone', 'password'] as const;

export type SignUpField = (typeof signUpFields)[number];

const documentPaths: readonly string[] = ['/terms', '/privacy'];

const createDraft = (auth: AuthActor) => {
  const typed = new Map<SignUpField, string>();
  for (const event of ['signed-in', 'session.replaced'] as const) auth.on(event, () => typed.clear());

  return {
    read: (name: SignUpField): string => typed.get(name) ?? '',
    /** Keeps the form's values, except the password. */
    keep(read: (name: SignUpField) => string): void {
      for (const name of signUpFields) if (name !== 'password') typed.set(name, read(name));
    },
    /** Keeps the password only while the visitor reads a document. */
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

/** The typed sign-up values, kept in memory until a sign-in. */
export const signUpDraftOf = (auth: AuthActor) => {
  const draft = drafts.get(auth) ?? createDraft(auth);
  drafts.set(auth, draft);
  return draft;
};
