import { getUser, globalSignOut, revokeToken } from './account.ts';
import { confirmDevice, forgetDevice, getDevice, listDevices, updateDeviceStatus } from './devices.ts';
import { confirmForgotPassword, forgotPassword } from './forgot-password.ts';
import { getTokensFromRefreshToken, initiateAuth } from './initiate-auth.ts';
import { setUserMfaPreference } from './mfa-preference.ts';
import type { Operation } from './operation.ts';
import { respondToAuthChallenge } from './respond-to-auth-challenge.ts';
import { confirmSignUp, resendConfirmationCode, signUp } from './sign-up.ts';
import { associateSoftwareToken, verifySoftwareToken } from './software-token.ts';

/** The operations of the user pool API that this pool has, by Cognito's names. */
export const operations: ReadonlyMap<string, Operation> = new Map([
  ['SignUp', signUp],
  ['ConfirmSignUp', confirmSignUp],
  ['ResendConfirmationCode', resendConfirmationCode],
  ['InitiateAuth', initiateAuth],
  ['GetTokensFromRefreshToken', getTokensFromRefreshToken],
  ['RespondToAuthChallenge', respondToAuthChallenge],
  ['GetUser', getUser],
  ['ForgotPassword', forgotPassword],
  ['ConfirmForgotPassword', confirmForgotPassword],
  ['RevokeToken', revokeToken],
  ['GlobalSignOut', globalSignOut],
  ['ConfirmDevice', confirmDevice],
  ['ListDevices', listDevices],
  ['GetDevice', getDevice],
  ['UpdateDeviceStatus', updateDeviceStatus],
  ['ForgetDevice', forgetDevice],
  ['AssociateSoftwareToken', associateSoftwareToken],
  ['VerifySoftwareToken', verifySoftwareToken],
  ['SetUserMFAPreference', setUserMfaPreference],
]);
