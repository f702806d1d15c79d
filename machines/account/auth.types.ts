/** The signed-in customer, from the ID token's sub, email, phone_number, given_name and family_name. */
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

/** `phone` is in international format (+15551234567). Empty names aren't sent. */
export interface Registration extends Credentials {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

/** Why the identity service or the browser refused a request. */
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
  | 'password-used'
  | 'passkey-canceled'
  | 'passkey-missing'
  | 'passkey-misplaced'
  | 'passkey-present'
  | 'passkey-refused'
  | 'passkey-timed-out'
  | 'passkey-unsupported'
  | 'passkeys-off'
  | 'rejected-by-rule'
  | 'sign-in-canceled'
  | 'throttled'
  | 'unavailable'
  | 'unknown'
  | 'user-not-confirmed'
  | 'user-not-found'
  | 'username-exists';

export interface IdentityFailure {
  readonly name: IdentityFailureName;
  /** The identity service's message; empty if the service sent no message. */
  readonly message: string;
}

/** How the customer verifies an email: by entering a code or opening a link. */
export type Verification = 'code' | 'link';

/** The steps that can fail. Each screen shows only its own step's failures. */
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

/** Why a new account awaits a code although the service didn't confirm that it sent the code. */
export type WaitingReason = 'answer-lost' | 'delivery-failed';

/** `waiting` is null if the service confirmed that it sent the code or link. */
export type SignUpResult = IdentityResult<{
  readonly email: string;
  readonly verification: Verification;
  readonly waiting: WaitingReason | null;
}>;

export type SecondFactor = 'authenticator-code' | 'text-message-code' | 'email-code';

/** A step that a sign-in requires after the password. `email` is the customer's email. */
export type SignInChallenge = { readonly email: string } & (
  | { readonly name: 'authenticator-code' }
  /** `destination` is the code's recipient, masked by the service; empty if unknown. */
  | { readonly name: 'text-message-code' | 'email-code'; readonly destination: string }
  | { readonly name: 'factor-choice'; readonly factors: readonly SecondFactor[] }
  /** `secret` sets up an authenticator app and is encoded in base32. */
  | { readonly name: 'authenticator-setup'; readonly secret: string }
  | { readonly name: 'new-password'; readonly missingAttributes: readonly string[] }
);

export type ChallengeAnswer =
  | { readonly code: string }
  | { readonly factor: SecondFactor }
  | { readonly password: string; readonly attributes: Readonly<Record<string, string>> };

/** The result of a sign-in, which may first need an email verification, a password reset or a challenge. */
export type SignInResult =
  | IdentityResult<{ readonly user: User }>
  | {
      readonly outcome: 'unconfirmed';
      readonly email: string;
      readonly verification: Verification;
      readonly message: string;
    }
  | {
      /** An operator reset the password, and the service sent a code for setting a new password. */
      readonly outcome: 'reset-required';
      readonly email: string;
      readonly message: string;
    }
  | { readonly outcome: 'challenged'; readonly challenge: SignInChallenge };

/** `hosted` means that the hosted sign-in pages still have their own session. */
export interface SessionEnd {
  readonly hosted: boolean;
}

/** What the app found at startup, such as a session or an email that awaits a code. */
export interface Restoration {
  readonly user: User | null;
  readonly pendingVerification: string | null;
  readonly pendingReset: string | null;
  /** The challenge of a sign-in that a reload of this tab interrupted. */
  readonly challenge: SignInChallenge | null;
  /** The email that a verification code was sent to, as far as this device knows. */
  readonly codeSentTo: string | null;
  /** The email whose link this tab awaited before a reload. The wait can't resume without the password. */
  readonly interruptedLink: string | null;
  readonly returnsFromHostedUi: boolean;
}

/** When a code or link was sent, in milliseconds since the epoch. */
export interface SentCode {
  readonly sentAt: number;
}

/** A reset code that was sent. `email` is the account's email. */
export interface ResetCode extends SentCode {
  readonly email: string;
}

export interface PendingVerification {
  readonly email: string;
  readonly by: Verification;
  /** Whether the verification starts by sending another code or link. */
  readonly resends: boolean;
}

export interface AuthContext {
  readonly user: User | null;
  /** The unverified email, and how to verify it. Cleared by confirmation or sign-out. */
  readonly pendingVerification: PendingVerification | null;
  /** The email that awaits a reset code. Cleared by the reset or by sign-out. */
  readonly pendingReset: string | null;
  /** The email that a verification code or link was sent to, as far as this device knows. */
  readonly codeSentTo: string | null;
  /** The sign-in's first challenge. The challenge machine has the later ones. */
  readonly challenge: SignInChallenge | null;
  readonly failure: AuthFailure | null;
}

export type AuthEvent =
  | { readonly type: 'sign-up.submitted'; readonly registration: Registration }
  | { readonly type: 'sign-in.submitted'; readonly credentials: Credentials }
  | { readonly type: 'hosted-sign-in.requested' }
  | { readonly type: 'sign-out.requested' }
  | { readonly type: 'verification.opened'; readonly email: string }
  /** The verification machine sent another code or link, or failed to send it. */
  | { readonly type: 'code.sent' }
  | { readonly type: 'code.unsent' }
  /** The reset machine sent another code. */
  | { readonly type: 'reset.resent' }
  | { readonly type: 'reset.requested'; readonly email: string }
  | { readonly type: 'reset.opened'; readonly email: string }
  /** The session was revoked, expired, or ended in another tab. */
  | { readonly type: 'session.ended' }
  /** The session couldn't be refreshed, for example while offline. The session remains. */
  | { readonly type: 'session.unreachable' }
  /** A new ID token has another name, email or phone. */
  | { readonly type: 'user.changed'; readonly user: User }
  /** Someone signed in in another tab, possibly as another customer. */
  | { readonly type: 'session.replaced'; readonly user: User }
  | { readonly type: 'failure.dismissed'; readonly step: AuthStep };

/** Events for other code: toasts, navigation and the data cache. */
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
  | { readonly type: 'user.changed' }
  | { readonly type: 'signed-out' }
  | { readonly type: 'sign-out.failed' }
  | { readonly type: 'hosted-sign-out.begun' }
  | { readonly type: 'hosted-sign-out.failed' }
  | { readonly type: 'session.lost' }
  | { readonly type: 'session.unreachable' }
  | { readonly type: 'customer.unregistered'; readonly error: unknown };
