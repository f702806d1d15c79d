import type { RegisteredRouter } from '@tanstack/react-router';
import type { AuthActor } from '#features/shared/app-context.ts';

/** In the form's order. */
const emptyForm = { firstName: '', lastName: '', email: '', phone: '', password: '' };

export type SignUpForm = Readonly<typeof emptyForm>;

const documentPaths: readonly string[] = ['/terms', '/privacy'];

const createDraft = (auth: AuthActor) => {
  let kept: SignUpForm = emptyForm;
  const forgetPassword = () => {
    kept = { ...kept, password: '' };
  };
  for (const event of ['signed-in', 'session.replaced'] as const)
    auth.on(event, () => {
      kept = emptyForm;
    });

  return {
    read: () => kept,
    /** Keeps the form's values, except the password. */
    keep(values: SignUpForm): void {
      kept = { ...values, password: '' };
    },
    forgetPassword,
    /** Keeps the password only while the visitor reads a document. */
    keepPassword(password: string, router: RegisteredRouter): void {
      kept = { ...kept, password };
      const stop = router.subscribe('onBeforeNavigate', ({ toLocation: { pathname } }) => {
        if (documentPaths.includes(pathname)) return;
        stop();
        if (pathname !== '/signup') forgetPassword();
      });
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
