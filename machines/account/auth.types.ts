/** The signed-in customer, from the identity attributes sub, email, phone_number, given_name, family_name. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly phone: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** `phone` is in international format (+15551234567). The service omits empty names. */
export interface Registration extends Credentials {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

/**
 * Why the identity service refuses a request. Includes the service's own message, for screens that show it.
 */
export type IdentityFailureName =
  | 'already-confirmed'
  | 'authenticator-unsupported'
  | 'challenge-unsupported'
  | 'clock-wrong'
  | 'code-expired'
  | 'code-mismatch'
  | 'code-undelivered'
  | 'devices-untracked'
  | 'field-empty'
  | 'limit-exceeded'
  | 'not-authorized'
  | 'parameter-invalid'
  | 'password-invalid'
  | 'password-reset-required'
  | 'password-temporary'
  | 'passkey-canceled'
  | 'passkey-missing'
  | 'passkey-misplaced'
  | 'passkey-present'
  | 'passkey-refused'
  | 'passkey-timed-out'
  | 'passkey-unsupported'
  | 'passkeys-off'
  | 'rejected-by-rule'
  | 'throttled'
  | 'unavailable'
  | 'unknown'
  | 'user-not-confirmed'
  | 'user-not-found'
  | 'username-exists';

export interface IdentityFailure {
  readonly name: IdentityFailureName;
  /** The provider's message; empty if it sent none. */
  readonly message: string;
}

/** How the customer verifies an email: by entering a code or opening a link. */
export type Verification = 'code' | 'link';

/** The step that failed. Each screen shows only its own failures. */
export type AuthStep =
  | 'sign-up'
  | 'sign-in'
  | 'hosted-sign-in'
  | 'verify-email'
  | 'resend-code'
  | 'request-reset'
  | 'confirm-reset'
  | 'challenge'
  | 'sign-out';

export interface AuthFailure extends IdentityFailure {
  readonly step: AuthStep;
}

/** The result of an identity operation: done, or refused for a named reason. Other errors are thrown. */
export type IdentityResult<Done = object> =
  | ({ readonly outcome: 'done' } & Done)
  | { readonly outcome: 'refused'; readonly failure: IdentityFailure };

/** Why an account needs its code although the service didn't say that it was sent. */
export type WaitingReason = 'answer-lost' | 'delivery-failed';

/** `waiting` is null if the code or link was sent. */
export type SignUpResult = IdentityResult<{
  readonly email: string;
  readonly verification: Verification;
  readonly waiting: WaitingReason | null;
}>;

export type SecondFactor = 'authenticator-code' | 'text-message-code' | 'email-code';

/** What sign-in requires after the password. `email` is the customer's. */
export type SignInChallenge = { readonly email: string } & (
  | { readonly name: 'authenticator-code' }
  /** `destination` is the recipient of the code, masked by the service; empty if unknown. */
  | { readonly name: 'text-message-code' | 'email-code'; readonly destination: string }
  | { readonly name: 'factor-choice'; readonly factors: readonly SecondFactor[] }
  /** `secret` sets up an authenticator app, in base 32. */
  | { readonly name: 'authenticator-setup'; readonly secret: string }
  | { readonly name: 'new-password'; readonly missingAttributes: readonly string[] }
);

export type ChallengeAnswer =
  | { readonly code: string }
  | { readonly factor: SecondFactor }
  | { readonly password: string; readonly attributes: Readonly<Record<string, string>> };

/** The account may need an email verification, a password reset or a challenge first. */
export type SignInResult =
  | IdentityResult<{ readonly user: User }>
  | {
      readonly outcome: 'unconfirmed';
      readonly email: string;
      readonly verification: Verification;
      readonly message: string;
    }
  | {
      /** An operator has reset the password, and the service has sent a code to set a new one. */
      readonly outcome: 'reset-required';
      readonly email: string;
      readonly message: string;
    }
  | { readonly outcome: 'challenged'; readonly challenge: SignInChallenge };

/** `hosted`: the hosted sign-in pages still have their own session. */
export interface SessionEnd {
  readonly hosted: boolean;
}

/** What the app found at startup: a session, and emails that await a code. */
export interface Restoration {
  readonly user: User | null;
  readonly pendingVerification: string | null;
  readonly pendingReset: string | null;
  /** The challenge of a sign-in that a reload of this tab interrupted. */
  readonly challenge: SignInChallenge | null;
  /** The email that was sent a verification code, as far as this device knows. */
  readonly codeSentTo: string | null;
  /** The email whose link this tab awaited before a reload. It can't wait again without the password. */
  readonly interruptedLink: string | null;
  readonly returnsFromHostedUi: boolean;
}

/** When a code or link was sent, in milliseconds since the epoch. */
export interface SentCode {
  readonly sentAt: number;
}

/** The code of a password reset, and the account that it belongs to. */
export interface ResetCode extends SentCode {
  readonly email: string;
}

export interface PendingVerification {
  readonly email: string;
  readonly by: Verification;
  /** Whether to send another code or link first. */
  readonly resends: boolean;
}

export interface AuthContext {
  readonly user: User | null;
  /** The unverified email, and how its verification starts. A failed sign-in keeps it; confirmation and sign-out clear it. */
  readonly pendingVerification: PendingVerification | null;
  /** The email that awaits a reset code. The reset and sign-out clear it. */
  readonly pendingReset: string | null;
  /** The email that was sent a verification code or link, as far as this device knows. */
  readonly codeSentTo: string | null;
  /** The challenge that the sign-in began with. Later ones are in the challenge machine. */
  readonly challenge: SignInChallenge | null;
  readonly failure: AuthFailure | null;
}

export type AuthEvent =
  | { readonly type: 'sign-up.submitted'; readonly registration: Registration }
  | { readonly type: 'sign-in.submitted'; readonly credentials: Credentials }
  | { readonly type: 'hosted-sign-in.requested' }
  | { readonly type: 'sign-out.requested' }
  | { readonly type: 'verification.opened'; readonly email: string }
  /** The verification sent another code or link, or failed to. */
  | { readonly type: 'code.sent' }
  | { readonly type: 'code.unsent' }
  /** The reset sent another code. */
  | { readonly type: 'reset.resent' }
  | { readonly type: 'reset.requested'; readonly email: string }
  | { readonly type: 'reset.opened'; readonly email: string }
  /** The session was revoked, has expired, or was ended in another tab. */
  | { readonly type: 'session.ended' }
  /** The session could not be renewed now. It stays. */
  | { readonly type: 'session.unreachable' }
  /** Another tab signed in, possibly as another customer. */
  | { readonly type: 'session.replaced'; readonly user: User }
  | { readonly type: 'failure.dismissed'; readonly step: AuthStep };

/** Signals to other code: toasts, navigation and the data cache. */
export type AuthEmitted =
  | { readonly type: 'account.created'; readonly email: string; readonly waiting: WaitingReason | null }
  | { readonly type: 'verification.required'; readonly email: string; readonly message: string }
  | { readonly type: 'email.already-verified'; readonly email: string }
  | { readonly type: 'reset.required'; readonly email: string; readonly message: string }
  | { readonly type: 'challenge.required'; readonly email: string }
  | { readonly type: 'challenge.ended'; readonly failure: IdentityFailure }
  | { readonly type: 'email.verified'; readonly email: string }
  | { readonly type: 'link.confirmed' }
  | { readonly type: 'link.unconfirmed'; readonly email: string }
  | { readonly type: 'code.sent' }
  | { readonly type: 'code.unsent' }
  | { readonly type: 'reset.sent'; readonly email: string }
  | { readonly type: 'reset.resent' }
  | { readonly type: 'password.reset'; readonly email: string }
  | { readonly type: 'signed-in' }
  | { readonly type: 'session.replaced' }
  | { readonly type: 'signed-out' }
  | { readonly type: 'sign-out.failed' }
  | { readonly type: 'hosted-sign-out.begun' }
  | { readonly type: 'hosted-sign-out.failed' }
  | { readonly type: 'session.lost' }
  | { readonly type: 'session.unreachable' }
  | { readonly type: 'customer.unregistered'; readonly error: unknown };
