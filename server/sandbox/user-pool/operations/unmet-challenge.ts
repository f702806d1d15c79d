import { randomBytes } from 'node:crypto';
import type { User } from '../users.ts';

/**
 * Answers a sign-in with a challenge that this pool does not go on with: it stands for what another pool may ask, for
 * clients to show that they are not stuck there.
 */
export function unsupportedChallenge(name: string, user: User): object {
  return {
    ChallengeName: name,
    ChallengeParameters: { USER_ID_FOR_SRP: user.sub, ...parametersOf(name, user) },
    Session: randomBytes(96).toString('base64url'),
  };
}

/** The parameters that clients read, as Cognito gives them with each challenge. */
function parametersOf(name: string, { attributes, email }: User): Record<string, string> {
  switch (name) {
    case 'SMS_MFA':
      return {
        CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
        CODE_DELIVERY_DESTINATION: `+*******${attributes.phone_number?.slice(-4) ?? '0000'}`,
      };
    case 'SOFTWARE_TOKEN_MFA':
      return { FRIENDLY_DEVICE_NAME: 'Authenticator' };
    case 'NEW_PASSWORD_REQUIRED':
      return { requiredAttributes: '[]', userAttributes: JSON.stringify({ ...attributes, email }) };
    case 'MFA_SETUP':
      return { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' };
    case 'SELECT_MFA_TYPE':
      return { MFAS_CAN_CHOOSE: '["SMS_MFA","SOFTWARE_TOKEN_MFA"]' };
    default:
      return {};
  }
}
