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

/** A browser or app that the customer signed in with. */
export interface Device {
  readonly id: string;
  /** The device's own name; empty if it has none. */
  readonly name: string;
  /** Whether it is this device. Forgetting it ends the session here. */
  readonly current: boolean;
}

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
export type Answer<Done = object> =
  | ({ readonly outcome: 'done' } & Done)
  | { readonly outcome: 'refused'; readonly failure: IdentityFailure };

export interface Devices {
  /** Returns this device first. */
  listDevices(): Promise<Answer<{ readonly devices: readonly Device[] }>>;
  /** Forgets a device and ends its sessions. For this device, the session ends here. */
  forgetDevice(input: { readonly id: string }): Promise<Answer>;
}

/** `secondary`: sign-in asks for another code first, or the customer chooses. */
export type AuthenticatorUse = 'off' | 'on' | 'secondary';

export interface Authenticator {
  read(): Promise<Answer<{ readonly use: AuthenticatorUse }>>;
  /** Creates a secret. It takes effect after `turnOn` with a code generated from it. */
  createSecret(): Promise<Answer<{ readonly secret: string }>>;
  turnOn(input: { readonly code: string }): Promise<Answer>;
  /** With the right password, sign-in stops asking for codes. */
  turnOff(input: { readonly password: string }): Promise<Answer>;
}

/** A key on a device, or on a security key, that signs the customer in without a password. */
export interface Passkey {
  readonly id: string;
  /** The service's name for its device or provider; empty if it has none. */
  readonly name: string;
  readonly isSecurityKey: boolean;
  /** In milliseconds since the epoch. */
  readonly addedAt: number;
  /** Whether this device is known to have it. */
  readonly here: boolean;
}

export interface PasskeyUse {
  /** The sign-in also asks for a code, and the service accepts no passkey instead. */
  readonly needsCode: boolean;
}

export interface Passkeys {
  /** Returns the newest first, and at most 20, the service's limit. */
  list(signal?: AbortSignal): Promise<Answer<{ readonly passkeys: readonly Passkey[] }>>;
  /** Lets the browser create a passkey, and keeps it for `save`. */
  create(signal?: AbortSignal): Promise<Answer>;
  /** Registers what `create` made. */
  save(): Promise<Answer<PasskeyUse>>;
  /** Lets passkeys sign in without the code that the sign-in would ask for. */
  replaceCode(): Promise<Answer<PasskeyUse>>;
  /** Checks the password first, unless it is null. Null is refused with `field-empty` for the last one. */
  remove(input: { readonly id: string; readonly password: string | null }): Promise<Answer>;
}

/** What the Security page changes. */
export interface Security {
  readonly authenticator: Authenticator;
  /** True once after each sign-in with a password on this page. */
  readonly takeOffer: () => boolean;
  /** Rejects if the code doesn't load; the next call tries again. */
  readonly loadPasskeys: () => Promise<Passkeys>;
}

/** Why an account needs its code although the registration didn't return `done`. */
export type WaitingReason = 'answer-lost' | 'delivery-failed';

export type SignUpAnswer =
  | Answer<{ readonly email: string; readonly verification: Verification }>
  | {
      readonly outcome: 'unconfirmed';
      readonly email: string;
      readonly verification: Verification;
      readonly reason: WaitingReason;
    };

/** A second factor, by Cognito's challenge name. */
export type SecondFactor = 'SOFTWARE_TOKEN_MFA' | 'SMS_MFA' | 'EMAIL_OTP';

/** What sign-in requires after the password, by Cognito's challenge names. `email` is the customer's. */
export type SignInChallenge = { readonly email: string } & (
  | { readonly name: 'SOFTWARE_TOKEN_MFA' }
  /** `destination` is the recipient of the code, masked by the service; empty if unknown. */
  | { readonly name: 'SMS_MFA' | 'EMAIL_OTP'; readonly destination: string }
  | { readonly name: 'SELECT_MFA_TYPE'; readonly factors: readonly SecondFactor[] }
  /** `secret` sets up an authenticator app, in base 32. */
  | { readonly name: 'MFA_SETUP'; readonly secret: string }
  | { readonly name: 'NEW_PASSWORD_REQUIRED'; readonly missingAttributes: readonly string[] }
);

export type ChallengeAnswer =
  | { readonly code: string }
  | { readonly factor: SecondFactor }
  | { readonly password: string; readonly attributes: Readonly<Record<string, string>> };

/** The account may need an email verification, a password reset or a challenge first. */
export type SignInAnswer =
  | Answer<{ readonly user: User }>
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

export interface SentCode {
  readonly to: string;
  /** When it was sent on request, in milliseconds since the epoch; null for the first one. */
  readonly at: number | null;
}

export interface AuthContext {
  readonly user: User | null;
  /** The unverified email. A failed sign-in keeps it; confirmation and sign-out clear it. */
  readonly pendingVerification: string | null;
  /** The email that awaits a reset code. The reset and sign-out clear it. */
  readonly pendingReset: string | null;
  /** The latest code or link to verify an email; null if none is known. */
  readonly verificationCode: SentCode | null;
  readonly resetCode: SentCode | null;
  /** How the verification of that email starts. */
  readonly verificationStart: { readonly by: Verification; readonly resends: boolean };
  /** The challenge that the sign-in began with. Later ones are in the challenge machine. */
  readonly challenge: SignInChallenge | null;
  /** The answer to a sign-in, until it decides where to continue. Null if it was lost. */
  readonly answer: SignInAnswer | null;
  readonly failure: AuthFailure | null;
}

export type AuthEvent =
  | { readonly type: 'sign-up.submitted'; readonly registration: Registration }
  | { readonly type: 'sign-in.submitted'; readonly credentials: Credentials }
  | { readonly type: 'hosted-sign-in.requested' }
  | { readonly type: 'sign-out.requested' }
  | { readonly type: 'verification.opened'; readonly email: string }
  /** The verification or the reset sent another code or link, or failed to. */
  | { readonly type: 'code.sent' }
  | { readonly type: 'code.unsent' }
  | { readonly type: 'reset.requested'; readonly email: string }
  | { readonly type: 'reset.opened'; readonly email: string }
  | { readonly type: 'session.ended' }
  | { readonly type: 'session.unreachable' }
  | { readonly type: 'session.replaced'; readonly user: User }
  | { readonly type: 'failure.dismissed'; readonly step: AuthStep };

/** Signals to other code: toasts, navigation and the data cache. */
export type AuthEmitted =
  | { readonly type: 'account.created'; readonly email: string }
  | { readonly type: 'account.waiting'; readonly email: string; readonly reason: WaitingReason }
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
