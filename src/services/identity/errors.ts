import { withoutControls } from '#contract/characters.ts';
import { truncate } from '#domain/text.ts';
import type { IdentityFailure, IdentityFailureName, IdentityResult } from '#machines/account/auth.types.ts';
import { UnavailableError } from '#services/errors.ts';

/** Thrown for a refusal by the browser or our own checks. The message is for customers. */
export class FailureError extends Error {
  override readonly name = 'FailureError';
  readonly failureName: IdentityFailureName;

  constructor(failureName: IdentityFailureName, message: string) {
    super(message);
    this.failureName = failureName;
  }
}

/** Thrown if the service requires another challenge. The app shows the message if it has no screen for it. */
export class ChallengeError extends FailureError {
  readonly reply: unknown;
  /** The service's name for the user. */
  readonly username: string;

  constructor(challenge: string, reply: unknown, username: string) {
    super(
      'challenge-unsupported',
      `This account needs a sign-in step that is not supported here: ${challenge}`,
    );
    this.reply = reply;
    this.username = username;
  }
}

/** Thrown if the service refuses. `name` and `code` have its exception's name, as the library expects. */
export class ProviderError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = code;
    this.code = code;
  }
}

export class ServiceFaultError extends UnavailableError {}

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
  ['PasswordHistoryPolicyViolationException', 'password-used'],
  ['PasswordResetRequiredException', 'password-reset-required'],
  ['SoftwareTokenMFANotFoundException', 'authenticator-unsupported'],
  ['TooManyFailedAttemptsException', 'throttled'],
  ['TooManyRequestsException', 'throttled'],
  ['UserNotConfirmedException', 'user-not-confirmed'],
  // The pool owner's Lambda trigger refused the request.
  ['UserLambdaValidationException', 'rejected-by-rule'],
  ['UserNotFoundException', 'user-not-found'],
  ['UsernameExistsException', 'username-exists'],
]);

const maxMessageLength = 300;
/** Removes control characters and the name of the Lambda function that wrote the message. */
const shownOf = (message: string): string =>
  truncate(withoutControls(message).replace(/^\w+ failed with error /, ''), maxMessageLength);

/** Account states for which Cognito uses the same exception. Only the message distinguishes them. */
const statesByMessage: readonly (readonly [code: string, message: RegExp, name: IdentityFailureName])[] = [
  // ConfirmSignUp: "User cannot be confirmed. …"; ResendConfirmationCode: "User is already confirmed."
  ['NotAuthorizedException', /cannot be confirmed/i, 'already-confirmed'],
  ['InvalidParameterException', /already confirmed/i, 'already-confirmed'],
  // ListDevices: "Device tracking has not been configured in this User Pool"
  ['InvalidParameterException', /device tracking/i, 'devices-untracked'],
  // RespondToAuthChallenge: the timestamp is more than five minutes off. A wrong format would be our bug.
  ['NotAuthorizedException', /^(?!.*format).*timestamp/i, 'clock-wrong'],
  ['InvalidParameterException', /^(?!.*format).*timestamp/i, 'clock-wrong'],
  // ForgotPassword: "User password cannot be reset in the current state."
  ['NotAuthorizedException', /cannot be reset/i, 'password-temporary'],
];

const nameOf = ({ code, message }: ProviderError): IdentityFailureName =>
  statesByMessage.find(([exception, words]) => exception === code && words.test(message))?.[2] ??
  namesByException.get(code) ??
  'unknown';

/** Converts a refusal to a named failure. Rethrows errors that are our own bugs. */
const failureOf = (error: unknown): IdentityFailure => {
  if (error instanceof FailureError) return { name: error.failureName, message: error.message };
  if (error instanceof ServiceFaultError) return { name: 'unavailable', message: shownOf(error.message) };
  if (error instanceof UnavailableError) return { name: 'unavailable', message: '' };
  if (error instanceof ProviderError) return { name: nameOf(error), message: shownOf(error.message) };
  throw error;
};

/** Converts refusals to results. Rejects only for our own bugs or an aborted signal. */
export const resultOf = async <Done extends object>(
  operation: () => Promise<Done>,
): Promise<IdentityResult<Done>> => {
  try {
    return { outcome: 'done', ...(await operation()) };
  } catch (error) {
    return { outcome: 'refused', failure: failureOf(error) };
  }
};

export const isRefusedWith = (error: unknown, ...exceptions: readonly string[]): boolean =>
  error instanceof ProviderError && exceptions.includes(error.code);

/** Returns whether the service says that the tokens or the account are no longer valid. */
export const isSessionRefused = (error: unknown): boolean =>
  isRefusedWith(
    error,
    'NotAuthorizedException',
    'PasswordResetRequiredException',
    'RefreshTokenReuseException',
    'UserNotConfirmedException',
    'UserNotFoundException',
  );

/** Returns whether the service refused a typed password or an attribute, and not the session. */
export const isInputRefused = (error: unknown): boolean =>
  isRefusedWith(error, 'NotAuthorizedException') &&
  error instanceof Error &&
  /incorrect|attempts|unauthorized attribute/i.test(error.message);
