import { equalSecrets } from 'local-services/secrets.ts';
import { enabledUser } from '../authorization.ts';
import { requiredParameter } from '../constraints.ts';
import type { Device } from '../devices.ts';
import {
  CognitoError,
  codeExpired,
  invalidParameter,
  passwordResetRequired,
  sessionMismatch,
} from '../errors.ts';
import { withFactor } from '../factors.ts';
import type { Pool } from '../pool.ts';
import type { ChallengeName, SignIn } from '../sign-ins.ts';
import { acceptCode } from '../software-tokens.ts';
import type { User } from '../users.ts';
import type { ChallengeResponses } from './challenge-responses.ts';
import { keepForDevice } from './device-challenges.ts';
import { afterFactors, challengeFactor } from './sign-in-steps.ts';
import { softwareTokenNotFound } from './software-token.ts';

/** The sign-in that a response is about, with its user and its device. Throws NotAuthorizedException where they don't fit. */
export const openSignIn = <Name extends ChallengeName>(
  pool: Pool,
  name: Name,
  session: string,
  responses: ChallengeResponses,
) => {
  const signIn = pool.signIns.at(requiredParameter('Session', session), name);
  const user = enabledUser(pool, signIn.sub);
  if (pool.users.find(requiredParameter('USERNAME', responses.USERNAME)) !== user) throw sessionMismatch();
  if (user.status === 'RESET_REQUIRED') throw passwordResetRequired();
  return { signIn, user, device: deviceOf(pool, signIn, responses) };
};

/**
 * The device that is named now, or was with the password's proof. Throws ResourceNotFoundException for one that is named
 * now and not known.
 */
const deviceOf = (pool: Pool, { sub, deviceKey }: SignIn, { DEVICE_KEY }: ChallengeResponses) => {
  if (!pool.settings().deviceTracking) return undefined;
  if (DEVICE_KEY) return pool.devices.get(sub, DEVICE_KEY);
  return deviceKey === null ? undefined : pool.devices.find(sub, deviceKey);
};

/** SOFTWARE_TOKEN_MFA: the code that the user's authenticator shows. */
export const handleSoftwareToken = (
  pool: Pool,
  session: string,
  responses: ChallengeResponses,
): Promise<object> => {
  const { signIn, user, device } = openSignIn(pool, 'SOFTWARE_TOKEN_MFA', session, responses);
  const code = requiredParameter('SOFTWARE_TOKEN_MFA_CODE', responses.SOFTWARE_TOKEN_MFA_CODE);
  const { softwareToken } = user.mfa;
  if (softwareToken === null) throw softwareTokenNotFound();
  const accepted = countingWrongCodes(pool, session, signIn, () =>
    acceptCode(softwareToken, code, pool.now()),
  );
  pool.users.update(user, { mfa: { ...user.mfa, softwareToken: accepted } });
  return goOn(pool, session, user, device);
};

const codeParameters = { SMS_MFA: 'SMS_MFA_CODE', EMAIL_OTP: 'EMAIL_OTP_CODE' } as const;

/** SMS_MFA and EMAIL_OTP: the code that was sent. */
export const handleSentCode = (
  pool: Pool,
  name: keyof typeof codeParameters,
  session: string,
  responses: ChallengeResponses,
): Promise<object> => {
  const { signIn, user, device } = openSignIn(pool, name, session, responses);
  const parameter = codeParameters[name];
  const code = requiredParameter(parameter, responses[parameter]);
  const { issuedAt, code: sent } = signIn.challenge;
  if (pool.now() >= issuedAt + pool.settings().signInCodeSeconds * 1000) throw codeExpired();
  countingWrongCodes(pool, session, signIn, () => {
    if (equalSecrets(code, sent)) return;
    throw new CognitoError('CodeMismatchException', 'Invalid code or auth state for the user.');
  });
  return goOn(pool, session, user, device);
};

/** SELECT_MFA_TYPE: asks for the factor that the user chose. */
export const handleChoice = (pool: Pool, session: string, responses: ChallengeResponses): object => {
  const { signIn, user, device } = openSignIn(pool, 'SELECT_MFA_TYPE', session, responses);
  const answer = requiredParameter('ANSWER', responses.ANSWER);
  const factor = signIn.challenge.factors.find((offered) => offered === answer);
  if (factor === undefined) throw invalidParameter('The selected MFA type is not available for the user.');
  pool.signIns.end(session);
  return challengeFactor(pool, user, device, factor);
};

/** MFA_SETUP: the sign-in goes on after VerifySoftwareToken, and the authenticator is asked for from now on. */
export const handleSetup = (pool: Pool, session: string, responses: ChallengeResponses): Promise<object> => {
  const { signIn, user, device } = openSignIn(pool, 'MFA_SETUP', session, responses);
  if (!signIn.challenge.isVerified) throw invalidParameter('User has not set up software token mfa');
  const mfa = withFactor(user.mfa, 'SOFTWARE_TOKEN_MFA', true);
  pool.users.update(user, { mfa: { ...mfa, preferred: 'SOFTWARE_TOKEN_MFA' } });
  return goOn(pool, session, user, device);
};

const goOn = (pool: Pool, session: string, user: User, device: Device | undefined): Promise<object> => {
  pool.signIns.end(session);
  if (device !== undefined) keepForDevice(pool, session, device);
  return afterFactors(pool, user, device);
};

const countingWrongCodes = <T>(pool: Pool, session: string, signIn: SignIn, check: () => T): T => {
  try {
    return check();
  } catch (error) {
    if (error instanceof CognitoError && error.name === 'CodeMismatchException') {
      pool.signIns.countWrongCode(session, signIn);
    }
    throw error;
  }
};
