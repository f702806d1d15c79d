import type { AuthEmitted, Verification } from '#machines/account/auth.types.ts';
import type { Toasts } from '#services/toasts/toasts.ts';
import { notices } from '#texts/notices.ts';

export const toastAccountEvent = (event: AuthEmitted, toasts: Toasts, verification: Verification): void => {
  switch (event.type) {
    case 'account.created':
      if (event.waiting === null) toasts.success(notices.accountCreated[verification]);
      break;
    case 'signed-in':
      toasts.success(notices.signedIn);
      break;
    case 'signed-out':
      toasts.success(notices.signedOut);
      break;
    case 'sign-out.failed':
      toasts.error(notices.signOutFailed);
      break;
    case 'hosted-sign-out.failed':
      toasts.error(notices.hostedSignOutFailed);
      break;
    case 'session.lost':
      toasts.blank(notices.sessionEnded);
      break;
    case 'session.unreachable':
      // Offline, the banner is enough.
      if (navigator.onLine) toasts.error(notices.sessionUnreachable);
      break;
    case 'email.verified':
    case 'email.already-verified':
    case 'link.confirmed':
      toasts.success(notices.emailVerified);
      break;
    case 'code.sent':
      toasts.success(notices.codeSent[verification]);
      break;
    case 'code.unsent':
      toasts.error(notices.codeUnsent[verification]);
      break;
    case 'reset.sent':
    case 'reset.resent':
      toasts.success(notices.resetCodeSent);
      break;
    case 'password.reset':
      toasts.success(notices.passwordReset);
      break;
  }
};
