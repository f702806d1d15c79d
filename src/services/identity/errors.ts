import { withoutControls } from '#contract/characters.ts';
import { truncate } from '#domain/text.ts';
import type { Answer, IdentityFailure, IdentityFailureName } from '#machines/auth.types.ts';
import { UnavailableError } from '#services/errors.ts';

/** The service asks for another proof. Its message is for whoever sees one that this app has no screen for. */
export class ChallengeError extends Error {
  override readonly name = 'ChallengeError';
  /** What the service answered. */
  readonly reply: unknown;
  /** The service's own name of who signs in. */
  readonly username: string;

  constructor(challenge: string, reply: unknown, username: string) {
    super(`This account needs a sign-in step that is not supported here: ${challenge}`);
    this.reply = reply;
    this.username = username;
  }
}

/** What the service refused: `name` and `code` are its exception's name, as the identity library expects them. */
export class ProviderError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = code;
    this.code = code;
  }
}

/** The service says that it has broken; the message is its own. */
export class ServiceFaultError extends UnavailableError {}

/** A field that the service needs is empty; the message says which. */
export class EmptyFieldError extends Error {
  override readonly name = 'EmptyFieldError';
}

const namesByException = new Map<string, IdentityFailureName>([
  ['CodeDeliveryFailureException', 'code-undelivered'],
  ['CodeMismatchException', 'code-mismatch'],
  ['EnableSoftwareTokenMFAException', 'code-mismatch'],
  ['ExpiredCodeException', 'code-expired'],
  ['ForbiddenException', 'not-authorized'],
  ['InternalErrorException', 'unavailable'],
  ['InvalidParameterException', 'parameter-invalid'],
  ['InvalidPasswordException', 'password-invalid'],
  ['LimitExceededException', 'limit-exceeded'],
  ['NotAuthorizedException', 'not-authorized'],
  ['PasswordResetRequiredException', 'password-reset-required'],
  ['SoftwareTokenMFANotFoundException', 'authenticator-unsupported'],
  ['TooManyFailedAttemptsException', 'throttled'],
  ['TooManyRequestsException', 'throttled'],
  ['UserNotConfirmedException', 'user-not-confirmed'],
  // A function of the operator's own, which the pool asks before it acts.
  ['UserLambdaValidationException', 'rejected-by-rule'],
  ['UserNotFoundException', 'user-not-found'],
  ['UsernameExistsException', 'username-exists'],
]);

/** Characters of the provider's own words that are shown. */
const longestMessage = 300;
/** The provider's words without control characters, and without the name of the function that wrote them. */
const shownOf = (message: string): string =>
  truncate(withoutControls(message).replace(/^\w+ failed with error /, ''), longestMessage);

/** Names that depend on the operation, as the service uses one exception for several states of an account. */
const statesByMessage: readonly (readonly [code: string, message: RegExp, name: IdentityFailureName])[] = [
  // ConfirmSignUp: "User cannot be confirmed. Current status is CONFIRMED"; ResendConfirmationCode: "User is already confirmed."
  ['NotAuthorizedException', /cannot be confirmed/i, 'already-confirmed'],
  ['InvalidParameterException', /already confirmed/i, 'already-confirmed'],
  // ListDevices: "Device tracking has not been configured in this User Pool"
  ['InvalidParameterException', /device tracking/i, 'devices-untracked'],
  // RespondToAuthChallenge: the proof's time is more than five minutes off. A fault of its format is this program's.
  ['NotAuthorizedException', /^(?!.*format).*timestamp/i, 'clock-wrong'],
  ['InvalidParameterException', /^(?!.*format).*timestamp/i, 'clock-wrong'],
  // ForgotPassword: "User password cannot be reset in the current state."
  ['NotAuthorizedException', /cannot be reset/i, 'password-temporary'],
];

const nameOf = ({ code, message }: ProviderError): IdentityFailureName =>
  statesByMessage.find(([exception, words]) => exception === code && words.test(message))?.[2] ??
  namesByException.get(code) ??
  'unknown';

/** Names what an operation was refused for, in the provider's own words or none. Throws what is a fault of this program. */
const failureOf = (error: unknown): IdentityFailure => {
  if (error instanceof ChallengeError) return { name: 'challenge-unsupported', message: error.message };
  if (error instanceof EmptyFieldError) return { name: 'field-empty', message: error.message };
  if (error instanceof ServiceFaultError) return { name: 'unavailable', message: shownOf(error.message) };
  if (error instanceof UnavailableError) return { name: 'unavailable', message: '' };
  if (error instanceof ProviderError) return { name: nameOf(error), message: shownOf(error.message) };
  throw error;
};

/** Runs an operation and says what came of it. Rejects only for faults of this program, and for an aborted signal. */
export const answerOf = async <Done extends object>(
  operation: () => Promise<Done>,
): Promise<Answer<Done>> => {
  try {
    return { outcome: 'done', ...(await operation()) };
  } catch (error) {
    return { outcome: 'refused', failure: failureOf(error) };
  }
};

/** Whether the service refused with one of these exceptions. */
export const isRefusedWith = (error: unknown, ...exceptions: readonly string[]): boolean =>
  error instanceof ProviderError && exceptions.includes(error.code);

/** Whether the service itself says that these tokens are worth nothing: they, or the account behind them, are no longer good. */
export const isSessionRefused = (error: unknown): boolean =>
  isRefusedWith(
    error,
    'NotAuthorizedException',
    'PasswordResetRequiredException',
    'RefreshTokenReuseException',
    'UserNotConfirmedException',
    'UserNotFoundException',
  );
