/** An error in Cognito's format. Clients branch on `name`, the exception's name. `message` is Cognito's text. */
export class CognitoError extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message);
export const notAuthorized = (message: string) => new CognitoError('NotAuthorizedException', message);
export const notFound = (message: string) => new CognitoError('ResourceNotFoundException', message);
export const incorrectUsernameOrPassword = () => notAuthorized('Incorrect username or password.');
export const userDisabled = () => notAuthorized('User is disabled.');

/** Creates the error for a user whose status doesn't allow a password reset. */
export const cannotBeReset = () => notAuthorized('User password cannot be reset in the current state.');
export const noVerifiedContact = () =>
  invalidParameter(
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
  );
export const passwordResetRequired = () =>
  new CognitoError('PasswordResetRequiredException', 'Password reset required for the user');
export const softwareTokenNotFound = () =>
  new CognitoError('SoftwareTokenMFANotFoundException', 'Software Token MFA does not exist for the user.');

/** Creates the error for a `Session` that is unknown, expired, used, or had too many wrong codes. */
export const sessionExpired = () => notAuthorized('Invalid session for the user, session is expired.');

/** Creates the error for a `Session` that belongs to another sign-in. */
export const sessionMismatch = () => notAuthorized('Invalid session for the user.');
