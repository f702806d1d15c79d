import * as v from 'valibot';
import { clientId, oneOf } from '../constraints.ts';
import { notAuthorized } from '../errors.ts';
import { challengeResponses } from './challenge-responses.ts';
import { handleDeviceSrp, handleDeviceVerifier } from './device-challenges.ts';
import { clientOperation } from './operation.ts';
import { handlePasswordVerifier } from './password-verifier.ts';

const input = v.object({
  ClientId: clientId,
  ChallengeName: oneOf(
    'PASSWORD_VERIFIER',
    'SMS_MFA',
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
      default:
        throw notAuthorized('Invalid session for the user.');
    }
  },
);
