import { truncate } from '#domain/text.ts';
import type { IdentityFailure, IdentityFailureName } from '#machines/auth.types.ts';
import { UnavailableError } from '#services/errors.ts';

/** The service asks for a proof that this app has no screen for. */
export class ChallengeError extends Error {
  override readonly name = 'ChallengeError';

  constructor(challenge: string) {
    super(`This account needs a sign-in step that is not supported here: ${challenge}`);
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

const namesByException = new Map<string, IdentityFailureName>([
  ['AliasExistsException', 'username-exists'],
  ['CodeMismatchException', 'code-mismatch'],
  ['ExpiredCodeException', 'code-expired'],
  ['ForbiddenException', 'not-authorized'],
  ['InternalErrorException', 'unavailable'],
  ['InvalidParameterException', 'parameter-invalid'],
  ['InvalidPasswordException', 'password-invalid'],
  ['LimitExceededException', 'limit-exceeded'],
  ['NotAuthorizedException', 'not-authorized'],
  ['PasswordResetRequiredException', 'not-authorized'],
  ['TooManyFailedAttemptsException', 'limit-exceeded'],
  ['TooManyRequestsException', 'limit-exceeded'],
  ['UserNotConfirmedException', 'user-not-confirmed'],
  ['UserNotFoundException', 'user-not-found'],
  ['UsernameExistsException', 'username-exists'],
]);

/** Characters of the provider's own words that are shown. */
const longestMessage = 300;

/**
 * Names what an identity operation was refused for. The provider's own words are kept, nobody else's.
 *
 * @throws the error itself when it is no refusal but a fault of this program.
 */
export const failureOf = (error: unknown): IdentityFailure => {
  if (error instanceof ChallengeError) return { name: 'challenge-unsupported', message: error.message };
  if (error instanceof UnavailableError) return { name: 'unavailable', message: '' };
  if (error instanceof ProviderError)
    return {
      name: namesByException.get(error.code) ?? 'unknown',
      message: truncate(error.message, longestMessage),
    };
  throw error;
};

/** Whether the service itself says that these credentials or tokens are worth nothing. */
export const isNotAuthorized = (error: unknown): boolean =>
  error instanceof ProviderError && error.code === 'NotAuthorizedException';
