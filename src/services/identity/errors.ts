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
  ['AliasExistsException', 'username-exists'],
  ['CodeMismatchException', 'code-mismatch'],
  ['EnableSoftwareTokenMFAException', 'code-mismatch'],
  ['ExpiredCodeException', 'code-expired'],
  ['ForbiddenException', 'not-authorized'],
  ['InternalErrorException', 'unavailable'],
  ['InvalidParameterException', 'parameter-invalid'],
  ['InvalidPasswordException', 'password-invalid'],
  ['LimitExceededException', 'limit-exceeded'],
  ['NotAuthorizedException', 'not-authorized'],
  ['PasswordResetRequiredException', 'not-authorized'],
  ['SoftwareTokenMFANotFoundException', 'authenticator-unsupported'],
  ['TooManyFailedAttemptsException', 'limit-exceeded'],
  ['TooManyRequestsException', 'limit-exceeded'],
  ['UserNotConfirmedException', 'user-not-confirmed'],
  ['UserNotFoundException', 'user-not-found'],
  ['UsernameExistsException', 'username-exists'],
]);

/** Characters of the provider's own words that are shown. */
const longestMessage = 300;
const shortened = (message: string): string => truncate(message, longestMessage);

/** Names what an operation was refused for, in the provider's own words or none. Throws what is a fault of this program. */
const failureOf = (error: unknown): IdentityFailure => {
  if (error instanceof ChallengeError) return { name: 'challenge-unsupported', message: error.message };
  if (error instanceof EmptyFieldError) return { name: 'field-empty', message: error.message };
  if (error instanceof ServiceFaultError) return { name: 'unavailable', message: shortened(error.message) };
  if (error instanceof UnavailableError) return { name: 'unavailable', message: '' };
  if (error instanceof ProviderError)
    return { name: namesByException.get(error.code) ?? 'unknown', message: shortened(error.message) };
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

/** Whether the service itself says that these credentials or tokens are worth nothing. */
export const isNotAuthorized = (error: unknown): boolean =>
  error instanceof ProviderError && error.code === 'NotAuthorizedException';
