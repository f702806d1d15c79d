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

/** What a visitor registers with. `phone` is international (+15551234567); empty names are left out by the service. */
export interface Registration extends Credentials {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

/** What the identity service refuses, by name. Its own words travel beside it, for the cases that show them. */
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
  | 'rejected-by-rule'
  | 'throttled'
  | 'unavailable'
  | 'unknown'
  | 'user-not-confirmed'
  | 'user-not-found'
  | 'username-exists';

export interface IdentityFailure {
  readonly name: IdentityFailureName;
  /** The provider's own text; empty when it gave none. */
  readonly message: string;
}

/** How an email is verified: by a code that is entered, or by a link that is opened. */
export type Verification = 'code' | 'link';

/** A browser or an app that the customer signed in with, as the identity service tracks them. */
export interface Device {
  readonly id: string;
  /** What the device called itself; empty when it did not. */
  readonly name: string;
  /** Whether it is this one: forgetting it ends the session here. */
  readonly current: boolean;
}

/** The step that failed, so that only its own screen shows it. */
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

/** The answer of an identity operation: done, or refused for a named reason. Anything else is thrown. */
export type Answer<Done = object> =
  | ({ readonly outcome: 'done' } & Done)
  | { readonly outcome: 'refused'; readonly failure: IdentityFailure };

/** The devices that the customer signed in with, as the identity service tracks them. */
export interface Devices {
  /** This device first. */
  listDevices(): Promise<Answer<{ readonly devices: readonly Device[] }>>;
  /** Has the service forget a device, and with it the sessions on it. For this very device, the session ends here. */
  forgetDevice(input: { readonly id: string }): Promise<Answer>;
}

/**
 * Whether the sign-in asks for a code from an authenticator app: never, always, or `secondary`, where another code comes
 * first or the customer chooses.
 */
export type AuthenticatorUse = 'off' | 'on' | 'secondary';

/** The authenticator app of the customer, as the identity service knows it. */
export interface Authenticator {
  read(): Promise<Answer<{ readonly use: AuthenticatorUse }>>;
  /** Makes a new secret. It counts only after `turnOn` with a code made of it. */
  createSecret(): Promise<Answer<{ readonly secret: string }>>;
  turnOn(input: { readonly code: string }): Promise<Answer>;
  /** Sign-in asks for no code any more, if the password is right. */
  turnOff(input: { readonly password: string }): Promise<Answer>;
}

/** Why an account is known to wait for its code although its registration was not answered with "done". */
export type WaitingReason = 'answer-lost' | 'delivery-failed';

/** The answer of a registration: the email that is to be verified, and how. */
export type SignUpAnswer =
  | Answer<{ readonly email: string; readonly verification: Verification }>
  | {
      readonly outcome: 'unconfirmed';
      readonly email: string;
      readonly verification: Verification;
      readonly reason: WaitingReason;
    };

/** A second factor, by the name that Cognito gives its challenge. */
export type SecondFactor = 'SOFTWARE_TOKEN_MFA' | 'SMS_MFA' | 'EMAIL_OTP';

/** What the identity service asks for after the password, by Cognito's own names. `email` is who signs in. */
export type SignInChallenge = { readonly email: string } & (
  | { readonly name: 'SOFTWARE_TOKEN_MFA' }
  /** `destination` is where the code was sent, masked by the service; empty when it did not say. */
  | { readonly name: 'SMS_MFA' | 'EMAIL_OTP'; readonly destination: string }
  | { readonly name: 'SELECT_MFA_TYPE'; readonly factors: readonly SecondFactor[] }
  /** `secret` is what an authenticator app is set up with, in base 32. */
  | { readonly name: 'MFA_SETUP'; readonly secret: string }
  | { readonly name: 'NEW_PASSWORD_REQUIRED'; readonly missingAttributes: readonly string[] }
);

/** What a challenge is answered with: a code, the factor that was chosen, or a password with the missing attributes. */
export type ChallengeAnswer =
  | { readonly code: string }
  | { readonly factor: SecondFactor }
  | { readonly password: string; readonly attributes: Readonly<Record<string, string>> };

/**
 * The answer of a sign-in, where an account without a verified email, a password that was reset and a challenge are
 * further outcomes.
 */
export type SignInAnswer =
  | Answer<{ readonly user: User }>
  | {
      readonly outcome: 'unconfirmed';
      readonly email: string;
      readonly verification: Verification;
      /** The provider's own text; empty when it gave none. */
      readonly message: string;
    }
  | {
      /** An operator has reset the password. The service has sent a code to set another one. */
      readonly outcome: 'reset-required';
      readonly email: string;
      /** The provider's own text; empty when it gave none. */
      readonly message: string;
    }
  | { readonly outcome: 'challenged'; readonly challenge: SignInChallenge };

/** How a session ended: `hosted` says that the hosted sign-in pages still hold one of their own. */
export interface SessionEnd {
  readonly hosted: boolean;
}

/** What was found at start: a session, and the emails that still wait for a code. */
export interface Restoration {
  readonly user: User | null;
  readonly pendingVerification: string | null;
  readonly pendingReset: string | null;
  /** What the sign-in of this tab was to be proven with when its page was loaded again. */
  readonly challenge: SignInChallenge | null;
  /** The email to which a code to verify it was sent, as far as this device knows. */
  readonly codeSentTo: string | null;
  /** The email whose link this tab waited for when it was reloaded. The wait can't go on: it needs the password. */
  readonly interruptedLink: string | null;
  /** Whether the hosted sign-in pages have just sent the visitor back. */
  readonly returnsFromHostedUi: boolean;
}

/** What the machine's invocations are done with. */
export type AuthOutput =
  | Restoration
  | SessionEnd
  | SignUpAnswer
  | SignInAnswer
  | Answer<SessionEnd>
  | Answer<{ readonly email: string }>;

/** A code or link that the service has sent. */
export interface SentCode {
  readonly to: string;
  /** When it was sent because another one was asked for, in milliseconds; null for the first one. */
  readonly at: number | null;
}

export interface AuthContext {
  readonly user: User | null;
  /** The email that waits to be verified. Outlives a failed sign-in; ends on confirmation or sign-out. */
  readonly pendingVerification: string | null;
  /** The email that waits for its reset code. Ends with the reset, or at a sign-out. */
  readonly pendingReset: string | null;
  /** What was sent last to verify an email; null while nothing is known to have been sent. */
  readonly verificationCode: SentCode | null;
  /** The same of a reset. */
  readonly resetCode: SentCode | null;
  /** What the sign-in under way is to be proven with, while it is. */
  readonly challenge: SignInChallenge | null;
  readonly failure: AuthFailure | null;
}

export type AuthEvent =
  | { readonly type: 'sign-up.submitted'; readonly registration: Registration }
  | { readonly type: 'sign-in.submitted'; readonly credentials: Credentials }
  | { readonly type: 'hosted-sign-in.requested' }
  | { readonly type: 'challenge.answered'; readonly answer: ChallengeAnswer }
  | { readonly type: 'challenge.cancelled' }
  | { readonly type: 'sign-out.requested' }
  | { readonly type: 'verification.opened'; readonly email: string }
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.requested' }
  | { readonly type: 'reset.requested'; readonly email: string }
  | { readonly type: 'reset.opened'; readonly email: string }
  | { readonly type: 'reset.submitted'; readonly code: string; readonly password: string }
  | { readonly type: 'session.ended' }
  | { readonly type: 'session.unreachable' }
  | { readonly type: 'session.replaced'; readonly user: User }
  | { readonly type: 'failure.dismissed'; readonly step: AuthStep };

/** What others react to: toasts, navigation, the data cache. */
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
