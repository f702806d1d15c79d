import { confirmDevice } from './confirm-device.ts';
import { confirmForgotPassword } from './confirm-forgot-password.ts';
import { confirmSignUp } from './confirm-sign-up.ts';
import { forgetDevice, getDevice, listDevices, updateDeviceStatus } from './devices.ts';
import { forgotPassword } from './forgot-password.ts';
import { getUser } from './get-user.ts';
import { globalSignOut } from './global-sign-out.ts';
import { initiateAuth } from './initiate-auth.ts';
import type { Operation } from './operation.ts';
import { resendConfirmationCode } from './resend-confirmation-code.ts';
import { respondToAuthChallenge } from './respond-to-auth-challenge.ts';
import { revokeToken } from './revoke-token.ts';
import { signUp } from './sign-up.ts';

/** The operations of the user pool API that this pool has, by Cognito's names. */
export const operations: ReadonlyMap<string, Operation> = new Map([
  ['SignUp', signUp],
  ['ConfirmSignUp', confirmSignUp],
  ['ResendConfirmationCode', resendConfirmationCode],
  ['InitiateAuth', initiateAuth],
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
]);
