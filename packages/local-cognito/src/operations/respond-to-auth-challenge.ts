import * as v from 'valibot';
import { clientId, oneOf } from '../constraints.ts';
import { sessionMismatch } from '../errors.ts';
import { challengeResponses } from './challenge-responses.ts';
import { handleDeviceSrp, handleDeviceVerifier } from './device-challenges.ts';
import { handleChoice, handleSentCode, handleSetup, handleSoftwareToken } from './mfa-challenges.ts';
import { handleNewPassword } from './new-password.ts';
import { clientOperation } from './operation.ts';
import { handlePasswordVerifier } from './password-verifier.ts';

const input = v.object({
  ClientId: clientId,
  ChallengeName: oneOf(
    'PASSWORD_VERIFIER',
    'SMS_MFA',
    'EMAIL_OTP',
    'SOFTWARE_TOKEN_MFA',
    'SELECT_MFA_TYPE',
    'MFA_SETUP',
    'CUSTOM_CHALLENGE',
    'DEVICE_SRP_AUTH',
    'DEVICE_PASSWORD_VERIFIER',
    'NEW_PASSWORD_REQUIRED',
  ),
  ChallengeResponses: v.nullish(challengeResponses, {}),
  Session: v.nullish(v.string(), ''),
});

/** RespondToAuthChallenge: goes on with a sign-in, up to its tokens. */
export const respondToAuthChallenge = clientOperation(
  input,
  ({ ChallengeName, ChallengeResponses, Session }, pool) => {
    switch (ChallengeName) {
      case 'PASSWORD_VERIFIER':
        return handlePasswordVerifier(pool, ChallengeResponses);
      case 'DEVICE_SRP_AUTH':
        return handleDeviceSrp(pool, Session, ChallengeResponses);
      case 'DEVICE_PASSWORD_VERIFIER':
        return handleDeviceVerifier(pool, Session, ChallengeResponses);
      case 'NEW_PASSWORD_REQUIRED':
        return handleNewPassword(pool, Session, ChallengeResponses);
      case 'MFA_SETUP':
        return handleSetup(pool, Session, ChallengeResponses);
      case 'SELECT_MFA_TYPE':
        return handleChoice(pool, Session, ChallengeResponses);
      case 'SOFTWARE_TOKEN_MFA':
        return handleSoftwareToken(pool, Session, ChallengeResponses);
      case 'SMS_MFA':
      case 'EMAIL_OTP':
        return handleSentCode(pool, ChallengeName, Session, ChallengeResponses);
      default:
        throw sessionMismatch();
    }
  },
);
