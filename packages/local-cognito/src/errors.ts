/** The error names of Cognito's user pool API that this pool answers with. */
export type CognitoErrorName =
  | 'AliasExistsException'
  | 'CodeDeliveryFailureException'
  | 'CodeMismatchException'
  | 'EnableSoftwareTokenMFAException'
  | 'ExpiredCodeException'
  | 'InternalErrorException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'NotAuthorizedException'
  | 'PasswordResetRequiredException'
  | 'RefreshTokenReuseException'
  | 'RequestEntityTooLargeException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'SoftwareTokenMFANotFoundException'
  | 'UnknownOperationException'
  | 'UnsupportedOperationException'
  | 'UnsupportedTokenTypeException'
  | 'UserNotConfirmedException'
  | 'UserNotFoundException'
  | 'UsernameExistsException';

/** An expected refusal, answered in Cognito's error form. Clients branch on `name`; `message` is Cognito's text. */
export class CognitoError extends Error {
  override readonly name: CognitoErrorName;

  constructor(name: CognitoErrorName, message: string) {
    super(message);
    this.name = name;
  }
}

export const invalidParameter = (message: string): CognitoError =>
  new CognitoError('InvalidParameterException', message);

export const notAuthorized = (message: string): CognitoError =>
  new CognitoError('NotAuthorizedException', message);

export const incorrectUsernameOrPassword = (): CognitoError =>
  notAuthorized('Incorrect username or password.');

export const userDisabled = (): CognitoError => notAuthorized('User is disabled.');

export const userNotFound = (): CognitoError =>
  new CognitoError('UserNotFoundException', 'User does not exist.');

export const codeMismatch = (): CognitoError =>
  new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');

export const codeExpired = (): CognitoError =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

export const passwordResetRequired = (): CognitoError =>
  new CognitoError('PasswordResetRequiredException', 'Password reset required for the user');

/** For an unknown `Session`, or one that is too old, was answered, or has had too many wrong codes. */
export const sessionExpired = (): CognitoError =>
  notAuthorized('Invalid session for the user, session is expired.');

/** For a `Session` of another sign-in than the request is about. */
export const sessionMismatch = (): CognitoError => notAuthorized('Invalid session for the user.');
