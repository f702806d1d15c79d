import type { AuthEmitted, Verification } from '#machines/account/auth.types.ts';
import type { Toasts } from '#services/toasts/toasts.ts';
import { notices } from '#texts/notices.ts';

type Toast = readonly [tone: keyof Pick<Toasts, 'success' | 'error' | 'blank'>, text: string];

const toastsOf = (verification: Verification): Partial<Record<AuthEmitted['type'], Toast>> => ({
  'account.created': ['success', notices.accountCreated[verification]],
  'signed-in': ['success', notices.signedIn],
  'signed-out': ['success', notices.signedOut],
  'sign-out.failed': ['error', notices.signOutFailed],
  'hosted-sign-out.failed': ['error', notices.hostedSignOutFailed],
  'session.lost': ['blank', notices.sessionEnded],
  'session.unreachable': ['error', notices.sessionUnreachable],
  'email.verified': ['success', notices.emailVerified],
  'email.already-verified': ['success', notices.emailVerified],
  'link.confirmed': ['success', notices.emailVerified],
  'code.sent': ['success', notices.codeSent[verification]],
  'code.unsent': ['error', notices.codeUnsent[verification]],
  'reset.sent': ['success', notices.resetCodeSent],
  'reset.resent': ['success', notices.resetCodeSent],
  'password.reset': ['success', notices.passwordReset],
});

export const toastAccountEvent = (event: AuthEmitted, toasts: Toasts, verification: Verification): void => {
  if (event.type === 'account.created' && event.waiting !== null) return;
  // While offline, the banner is enough.
  if (event.type === 'session.unreachable' && !navigator.onLine) return;
  const toast = toastsOf(verification)[event.type];
  if (toast) toasts[toast[0]](toast[1]);
};
