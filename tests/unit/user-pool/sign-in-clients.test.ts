import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import type { MfaInput, SettingsPatch } from '#server/sandbox/user-pool/index.ts';
import { codeOf } from './challenge-client.ts';
import { addUser, goodPassword, type RunningPool, startPool } from './harness.ts';
import {
  type Answers,
  createAmplifySignIn,
  createLibrarySignIn,
  type SignInClient,
} from './sign-in-clients.ts';

const signIns = 20;
const timeout = 120_000;

interface Case {
  readonly mfa?: MfaInput;
  readonly factor?: Answers['factor'];
  readonly settings?: SettingsPatch;
  readonly isTemporary?: boolean;
  readonly met: readonly string[];
}

const cases = {
  SOFTWARE_TOKEN_MFA: { mfa: { factors: ['SOFTWARE_TOKEN_MFA'] }, met: ['SOFTWARE_TOKEN_MFA'] },
  SMS_MFA: { mfa: { factors: ['SMS_MFA'] }, met: ['SMS_MFA'] },
  'SELECT_MFA_TYPE for an authenticator': {
    mfa: { factors: ['SMS_MFA', 'SOFTWARE_TOKEN_MFA'] },
    met: ['SELECT_MFA_TYPE', 'SOFTWARE_TOKEN_MFA'],
  },
  'SELECT_MFA_TYPE for a text message': {
    mfa: { factors: ['SMS_MFA', 'SOFTWARE_TOKEN_MFA'] },
    factor: 'SMS_MFA',
    met: ['SELECT_MFA_TYPE', 'SMS_MFA'],
  },
  MFA_SETUP: { settings: { mfa: 'ON' }, met: ['MFA_SETUP'] },
  NEW_PASSWORD_REQUIRED: { isTemporary: true, met: ['NEW_PASSWORD_REQUIRED'] },
  'NEW_PASSWORD_REQUIRED and a factor': {
    mfa: { factors: ['SMS_MFA'] },
    isTemporary: true,
    met: ['NEW_PASSWORD_REQUIRED', 'SMS_MFA'],
  },
} as const satisfies Record<string, Case>;

/** amazon-cognito-identity-js does not know EMAIL_OTP. */
const emailCases = {
  EMAIL_OTP: { mfa: { factors: ['EMAIL_OTP'] }, met: ['EMAIL_OTP'] },
  'SELECT_MFA_TYPE for a mail': {
    mfa: { factors: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] },
    factor: 'EMAIL_OTP',
    met: ['SELECT_MFA_TYPE', 'EMAIL_OTP'],
  },
} as const satisfies Record<string, Case>;

const answersOf = (
  running: RunningPool,
  email: string,
  secret = '',
  factor?: Answers['factor'],
): Answers => ({
  authenticatorCode: (offered = secret) => codeOf(running, offered),
  sentCode: () => running.code(email),
  factor: factor ?? 'SOFTWARE_TOKEN_MFA',
  newPassword: 'Other-pass2?',
});

/** Signs in: the challenges that were met, and the user and the device that the access token names. */
const signInWith = async (client: SignInClient, email: string, answers: Answers) => {
  const { met, accessToken } = await client.signIn(email, goodPassword, answers);
  const { sub, device_key: deviceKey } = decodeJwt(accessToken);
  return { outcome: { met, sub }, deviceKey, accessToken };
};

/** Makes a user as the case has it and signs in. */
const signInOnce = async (running: RunningPool, client: SignInClient, given: Case, email: string) => {
  const { admin } = running.pool;
  const { sub } = await addUser(running, email);
  const { mfa } = await admin.setMfa(email, given.mfa ?? { factors: [] });
  if (given.isTemporary) await admin.requireNewPassword(email);
  const answers = answersOf(running, email, mfa.secret, given.factor);
  return { sub, ...(await signInWith(client, email, answers)) };
};

/** How many of 20 new users are signed in after just the challenges of the case. */
const countSignIns = async (
  given: Case,
  createClient: (origin: string) => SignInClient | Promise<SignInClient>,
) => {
  const running = await startPool({ settings: given.settings ?? {} });
  const client = await createClient(running.origin);
  const results: Awaited<ReturnType<typeof signInOnce>>[] = [];
  for (let number = 1; number <= signIns; number += 1) {
    results.push(await signInOnce(running, client, given, `user${number}@example.com`));
  }
  for (const { sub, outcome } of results) expect(outcome).toEqual({ met: given.met, sub });
  return results.length;
};

test.each(Object.entries<Case>(cases))(
  'amazon-cognito-identity-js signs in 20 of 20 with %s',
  { timeout },
  async (_, given) => {
    expect(await countSignIns(given, createLibrarySignIn)).toBe(signIns);
  },
);

test.each(Object.entries<Case>({ ...cases, ...emailCases }))(
  'aws-amplify signs in 20 of 20 with %s',
  { timeout },
  async (_, given) => {
    expect(await countSignIns(given, createAmplifySignIn)).toBe(signIns);
  },
);

test.each([
  ['amazon-cognito-identity-js', createLibrarySignIn],
  ['aws-amplify', createAmplifySignIn],
] as const)(
  'a remembered device of %s skips the code 20 of 20 times, after it was asked for once',
  { timeout },
  async (_, createClient) => {
    const running = await startPool({ settings: { deviceTracking: true } });
    const client = await createClient(running.origin);
    const email = 'anna@example.com';
    const first = await signInOnce(running, client, cases.SMS_MFA, email);
    expect(first.outcome).toEqual({ met: ['SMS_MFA'], sub: first.sub });
    const answers = answersOf(running, email);
    for (let number = 1; number <= signIns; number += 1) {
      const { outcome, deviceKey } = await signInWith(client, email, answers);
      expect(outcome).toEqual({ met: [], sub: first.sub });
      expect(deviceKey).toBe(first.deviceKey);
    }
    expect(running.pool.admin.mail(email)).toHaveLength(1);
  },
);

test.each([
  ['amazon-cognito-identity-js', createLibrarySignIn],
  ['aws-amplify', createAmplifySignIn],
] as const)(
  'a known device of %s proves its secret after the code, where it takes no factor’s place',
  { timeout },
  async (_, createClient) => {
    const settings = { deviceTracking: true, rememberedDevicesSkipMfa: false };
    const running = await startPool({ settings });
    const client = await createClient(running.origin);
    const email = 'anna@example.com';
    const first = await signInOnce(running, client, cases.SMS_MFA, email);
    const again = await signInWith(client, email, answersOf(running, email));
    expect(again.outcome).toEqual({ met: ['SMS_MFA'], sub: first.sub });
    expect(again.deviceKey).toBe(first.deviceKey);
  },
);

test('a device that is not remembered is asked for the code', { timeout }, async () => {
  const running = await startPool({ settings: { deviceTracking: true } });
  const client = createLibrarySignIn(running.origin);
  const email = 'anna@example.com';
  const { sub, accessToken, deviceKey } = await signInOnce(running, client, cases.SMS_MFA, email);
  await running.call('UpdateDeviceStatus', {
    AccessToken: accessToken,
    DeviceKey: deviceKey,
    DeviceRememberedStatus: 'not_remembered',
  });
  const again = await signInWith(client, email, answersOf(running, email));
  expect(again.outcome).toEqual({ met: ['SMS_MFA'], sub });
  expect(again.deviceKey).toBe(deviceKey);
});
