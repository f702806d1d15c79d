import { equalSecrets } from 'local-services/secrets.ts';
import * as v from 'valibot';
import { type AttributeInput, missingAttributes, readAttributes } from '../attributes.ts';
import { startSession } from '../authorization.ts';
import { codeExpired } from '../codes.ts';
import type { Device } from '../devices.ts';
import {
  CognitoError,
  incorrectUsernameOrPassword,
  invalidParameter,
  notAuthorized,
  sessionMismatch,
  softwareTokenNotFound,
} from '../errors.ts';
import { withFactor } from '../factors.ts';
import { attributeValue, clientId, newPassword, oneOf, requiredParameter, username } from '../input.ts';
import { assertMaySignIn, replacePassword } from '../passwords.ts';
import type { Pool } from '../pool.ts';
import { accountScope } from '../sessions.ts';
import type { ChallengeName, SignIn } from '../sign-ins.ts';
import { acceptCode } from '../software-tokens.ts';
import type { PasswordProof } from '../srp.ts';
import { challengeFirstFactor, provePasskey } from './first-factors.ts';
import { operation } from './operation.ts';
import {
  afterFactors,
  afterPassword,
  afterPermanentPassword,
  authenticationResult,
  challenge,
  challengeFactor,
  namedDevice,
  type Step,
} from './sign-in-steps.ts';

/** A challenge's responses, which can include attributes as `userAttributes.<name>`. */
const challengeResponses = v.objectWithRest(
  {
    USERNAME: v.nullish(username),
    NEW_PASSWORD: v.nullish(newPassword),
    CREDENTIAL: v.nullish(v.string()),
  },
  v.nullish(attributeValue),
);
type Responses = v.InferOutput<typeof challengeResponses>;

type Handler = (pool: Pool, responses: Responses, session: string) => object | Promise<object>;

const passwordVerifier: Handler = (pool, responses) => {
  const proof = readProof(responses);
  const userId = requiredParameter(responses, 'USERNAME');
  // Check the device first: if it is unknown, clients send the same proof again without its key.
  const device = namedDevice(pool, userId, responses['DEVICE_KEY']);
  const isProven = pool.challenges.close({ poolName: pool.poolName, userId, ...proof });
  const user = pool.users.find(userId);
  if (user === undefined || !isProven) throw incorrectUsernameOrPassword();
  assertMaySignIn(user);
  return afterPassword({ pool, user, device });
};

/** Sets the new password. If it is rejected, the session stays valid so that the user can try again. */
const newPasswordRequired: Handler = (pool, responses, session) => {
  const { user, device } = openSignIn(pool, 'NEW_PASSWORD_REQUIRED', responses, session);
  const password = requiredParameter(responses, 'NEW_PASSWORD');
  const { email, attributes: given } = readAttributes(
    attributesOf(responses),
    pool.settings.get().writableAttributes,
  );
  // Reject an email, as Cognito does (aws-samples/aws-saas-factory-bootcamp#67).
  if (email !== undefined) throw notAuthorized('Cannot modify an already provided email');
  const attributes = { ...user.attributes, ...given };
  const [missing] = missingAttributes(pool.settings.get().requiredAttributes, attributes);
  if (missing !== undefined) throw invalidParameter(`Invalid attributes given, ${missing} is missing`);
  const changed = replacePassword(pool, user, password);

  pool.signIns.take(session);
  const confirmed = pool.users.update(changed, { status: 'CONFIRMED', attributes });
  return afterPermanentPassword({ pool, user: confirmed, device });
};

const attributesOf = (responses: Responses): AttributeInput[] =>
  Object.entries(responses)
    .filter(([name]) => name.startsWith('userAttributes.'))
    .map(([name, Value]) => ({ Name: name.slice('userAttributes.'.length), Value }));

const softwareTokenMfa: Handler = (pool, responses, session) => {
  const { signIn, user, device } = openSignIn(pool, 'SOFTWARE_TOKEN_MFA', responses, session);
  const code = requiredParameter(responses, 'SOFTWARE_TOKEN_MFA_CODE');
  const { softwareToken } = user.mfa;
  if (softwareToken === null) throw softwareTokenNotFound();
  const accepted = countingWrongCodes(pool, session, signIn, () =>
    acceptCode(softwareToken, code, pool.now()),
  );
  pool.users.update(user, { mfa: { ...user.mfa, softwareToken: accepted } });
  return finishFactor({ pool, user, device }, session);
};

const sentCode =
  (name: 'SMS_MFA' | 'EMAIL_OTP'): Handler =>
  (pool, responses, session) => {
    const { signIn, user, device } = openSignIn(pool, name, responses, session);
    const code = requiredParameter(responses, `${name}_CODE`);
    const { issuedAt, code: sent } = signIn.challenge;
    if (pool.now() >= issuedAt + pool.settings.get().signInCodeSeconds * 1000) throw codeExpired();
    countingWrongCodes(pool, session, signIn, () => {
      if (equalSecrets(code, sent)) return;
      throw new CognitoError('CodeMismatchException', 'Invalid code or auth state for the user.');
    });
    return finishFactor({ pool, user, device }, session);
  };

const selectMfaType: Handler = (pool, responses, session) => {
  const { signIn, user, device } = openSignIn(pool, 'SELECT_MFA_TYPE', responses, session);
  const answer = requiredParameter(responses, 'ANSWER');
  const factor = signIn.challenge.factors.find((offered) => offered === answer);
  if (factor === undefined) throw invalidParameter('The selected MFA type is not available for the user.');
  pool.signIns.take(session);
  return challengeFactor({ pool, user, device }, factor);
};

/** Starts the selected challenge. A selection works only once. */
const selectChallenge: Handler = (pool, responses, session) => {
  const { signIn, user, device } = openSignIn(pool, 'SELECT_CHALLENGE', responses, session);
  const answer = requiredParameter(responses, 'ANSWER');
  const name = signIn.challenge.challenges.find((offered) => offered === answer);
  if (name === undefined) throw invalidParameter('The selected challenge is not available for the user.');
  pool.signIns.take(session);
  return challengeFirstFactor({ pool, user, device }, name, responses);
};

const webAuthn: Handler = async (pool, responses, session) => {
  const { signIn, user: asked } = openSignIn(pool, 'WEB_AUTHN', responses, session);
  const credential = requiredParameter(responses, 'CREDENTIAL');
  // End the session first, so that no credential works twice while it is verified.
  pool.signIns.take(session);
  await provePasskey(pool, asked, signIn.challenge.ceremony, credential);
  // Read the user and device again, because they may have changed while the passkey was verified.
  const user = pool.users.requireActive(signIn.sub);
  return finishFactor({ pool, user, device: deviceOf(pool, signIn, responses) }, session);
};

/** Completes the setup after VerifySoftwareToken. Later sign-ins ask for the authenticator. */
const mfaSetup: Handler = (pool, responses, session) => {
  const { signIn, user, device } = openSignIn(pool, 'MFA_SETUP', responses, session);
  if (!signIn.challenge.isVerified) throw invalidParameter('User has not set up software token mfa');
  const mfa = withFactor(user.mfa, 'SOFTWARE_TOKEN_MFA', true);
  pool.users.update(user, { mfa: { ...mfa, preferred: 'SOFTWARE_TOKEN_MFA' } });
  return finishFactor({ pool, user, device }, session);
};

const deviceSrpAuth: Handler = (pool, responses, session) => {
  const { user, device } = takeDevice(pool, 'DEVICE_SRP_AUTH', responses, session);
  const srpA = requiredParameter(responses, 'SRP_A');
  const { challengeSeconds } = pool.settings.get();
  const parameters = pool.challenges.open(device.key, device, srpA, challengeSeconds);
  return challenge(
    { pool, user, device },
    { name: 'DEVICE_PASSWORD_VERIFIER' },
    { ...parameters, USERNAME: user.sub, DEVICE_KEY: device.key },
  );
};

const devicePasswordVerifier: Handler = async (pool, responses, session) => {
  const { user, device } = takeDevice(pool, 'DEVICE_PASSWORD_VERIFIER', responses, session);
  const proof = { poolName: pool.devices.groupKey, userId: device.key, ...readProof(responses) };
  if (!pool.challenges.close(proof)) throw incorrectUsernameOrPassword();
  pool.devices.recordSignIn(device);
  const { tokens, refreshToken } = await startSession(pool, user, {
    scope: accountScope,
    deviceKey: device.key,
  });
  return authenticationResult(tokens, { RefreshToken: refreshToken });
};

/** A timestamp such as `Tue Sep 5 01:02:03 UTC 2017`. */
const timestampPattern = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

const readProof = (responses: Responses): Omit<PasswordProof, 'poolName' | 'userId'> => {
  const timestamp = requiredParameter(responses, 'TIMESTAMP');
  if (!timestampPattern.test(timestamp)) {
    throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.');
  }
  return {
    timestamp,
    secretBlock: requiredParameter(responses, 'PASSWORD_CLAIM_SECRET_BLOCK'),
    signature: requiredParameter(responses, 'PASSWORD_CLAIM_SIGNATURE'),
  };
};

/** Returns a session's sign-in. Throws NotAuthorizedException if it is for another challenge or user. */
const openSignIn = <Name extends ChallengeName>(
  pool: Pool,
  name: Name,
  responses: Responses,
  session: string,
) => {
  const signIn = pool.signIns.at(requiredParameter({ Session: session }, 'Session'), name);
  const named = pool.users.find(requiredParameter(responses, 'USERNAME'));
  const user = pool.users.requireActive(signIn.sub);
  if (named !== user) throw sessionMismatch();
  return { signIn, user, device: deviceOf(pool, signIn, responses) };
};

const deviceOf = (pool: Pool, { sub, deviceKey }: SignIn, responses: Responses): Device | undefined => {
  const { deviceTracking } = pool.settings.get();
  const kept = deviceTracking && deviceKey ? pool.devices.find(sub, deviceKey) : undefined;
  return namedDevice(pool, sub, responses['DEVICE_KEY']) ?? kept;
};

/** Ends the session and returns its device. Throws NotAuthorizedException unless the client names that device. */
const takeDevice = (
  pool: Pool,
  name: 'DEVICE_SRP_AUTH' | 'DEVICE_PASSWORD_VERIFIER',
  responses: Responses,
  session: string,
) => {
  const { sub, deviceKey } = pool.signIns.at(session, name);
  pool.signIns.take(session);
  const key = requiredParameter(responses, 'DEVICE_KEY');
  if (deviceKey !== key) throw sessionMismatch();
  return { user: pool.users.requireActive(sub), device: pool.devices.get(sub, key) };
};

const finishFactor = (step: Step, session: string) => {
  const { pool, user, device } = step;
  pool.signIns.take(session);
  // Keep the old session, because amazon-cognito-identity-js continues with it (CognitoUser.js, sendMFACode).
  if (device !== undefined) {
    const next = { name: 'DEVICE_SRP_AUTH' } as const;
    const signIn = { sub: user.sub, deviceKey: device.key, challenge: next, wrongCodes: 0 };
    pool.signIns.set(session, signIn, pool.settings.get().challengeSeconds);
  }
  return afterFactors(step);
};

const countingWrongCodes = <T>(pool: Pool, session: string, signIn: SignIn, check: () => T): T => {
  try {
    return check();
  } catch (error) {
    const isWrong = error instanceof CognitoError && error.name === 'CodeMismatchException';
    if (isWrong) pool.signIns.countWrongCode(session, signIn);
    throw error;
  }
};

const handlers: ReadonlyMap<string, Handler> = new Map([
  ['PASSWORD_VERIFIER', passwordVerifier],
  ['SMS_MFA', sentCode('SMS_MFA')],
  ['EMAIL_OTP', sentCode('EMAIL_OTP')],
  ['SOFTWARE_TOKEN_MFA', softwareTokenMfa],
  ['SELECT_MFA_TYPE', selectMfaType],
  ['SELECT_CHALLENGE', selectChallenge],
  ['WEB_AUTHN', webAuthn],
  ['MFA_SETUP', mfaSetup],
  ['DEVICE_SRP_AUTH', deviceSrpAuth],
  ['DEVICE_PASSWORD_VERIFIER', devicePasswordVerifier],
  ['NEW_PASSWORD_REQUIRED', newPasswordRequired],
]);

export const respondToAuthChallenge = operation(
  v.object({
    ClientId: clientId,
    ChallengeName: oneOf(...handlers.keys(), 'CUSTOM_CHALLENGE'),
    ChallengeResponses: v.nullish(challengeResponses, {}),
    Session: v.nullish(v.string(), ''),
  }),
  ({ ChallengeName, ChallengeResponses, Session }, pool) => {
    const handle = handlers.get(ChallengeName);
    if (handle === undefined) throw sessionMismatch();
    return handle(pool, ChallengeResponses, Session);
  },
);
