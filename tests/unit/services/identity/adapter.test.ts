import { expect, it } from 'vitest';
import { UnavailableError } from '#services/errors.ts';
import type { IdentityAdapter } from '#services/identity/adapter.ts';
import { callCognito } from '#services/identity/client.ts';
import { ChallengeError, ProviderError } from '#services/identity/errors.ts';
import { createLibrary } from '#services/identity/library.ts';
import { readSession, type Session } from '#services/identity/stored-session.ts';
import { clientId, createDevice, password, poolOfFile, registrationOf, someone } from './world.ts';

const code = '123456';
const tokens = ['accessToken', 'clockDrift', 'idToken', 'refreshToken'];
const deviceEntries = ['deviceGroupKey', 'deviceKey', 'randomPasswordKey'];

const pool = await poolOfFile();
const { signal } = new AbortController();

const open = () => {
  const { storage, entries } = createDevice();
  const settings = {
    userPoolId: 'local_Coffer',
    clientId,
    endpoint: pool.endpoint,
    storage: 'local',
  } as const;
  const prefix = `CognitoIdentityServiceProvider.${clientId}.`;
  return {
    adapter: createLibrary(settings, storage),
    settings,
    entries,
    /** Returns the names of the stored entries, without the user's name. */
    entryNames: () =>
      [...entries.keys()].map((key) => (key.startsWith(prefix) ? (key.split('.').at(-1) ?? '') : key)).sort(),
    session: (): Session => {
      const session = readSession(clientId, storage);
      if (session === null) throw new Error('There is no session');
      return session;
    },
  };
};

const customer = async () => {
  const email = someone();
  await pool.admin.createConfirmedUser({ email, password });
  return email;
};

const challengeOf = async (signingIn: Promise<unknown>): Promise<ChallengeError> => {
  const error = await signingIn.catch((reason: unknown) => reason);
  if (error instanceof ChallengeError) return error;
  throw new Error('There is no challenge', { cause: error });
};

/** Returns a list that collects each request to the pool. */
const record = () => {
  const requests: { operation: string; body: Record<string, unknown> }[] = [];
  pool.intercept(async (operation, request) => {
    requests.push({ operation, body: await request.clone().json() });
    return null;
  });
  return requests;
};

it('the adapter sends names only if they are provided', async () => {
  const { adapter } = open();
  const sent: unknown[] = [];
  pool.intercept(async (_operation, request) => {
    sent.push(await request.json());
    return Response.json({ UserConfirmed: false });
  });
  const email = 'ada@example.com';
  const registration = { ...registrationOf(email), firstName: ' Ada ' };
  await adapter.signUp({ ...registration, firstName: '', lastName: '  ' }, signal);
  await adapter.signUp({ ...registration, lastName: '' }, signal);
  await adapter.signUp(registration, signal);
  const attributes = [
    { Name: 'email', Value: email },
    { Name: 'phone_number', Value: '+15551234567' },
  ];
  const [given, family] = [
    { Name: 'given_name', Value: 'Ada' },
    { Name: 'family_name', Value: 'Lovelace' },
  ];
  expect(sent).toMatchObject([
    { ClientId: clientId, Username: email, Password: password, UserAttributes: attributes },
    { UserAttributes: [...attributes, given, { Name: 'name', Value: 'Ada' }] },
    { UserAttributes: [...attributes, given, family, { Name: 'name', Value: 'Ada Lovelace' }] },
  ]);
});

it('the adapter proves a password without sending the password, and stores the session on commit', async () => {
  const { adapter, entries, entryNames, session } = open();
  const email = await customer();
  const requests = record();
  const changes = await adapter.signIn({ email, password }, signal);
  expect(requests.map(({ operation }) => operation)).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);
  expect(JSON.stringify(requests)).not.toContain(password);
  expect(entries.size).toBe(0);
  changes.commit();
  expect(entryNames()).toEqual(['LastAuthUser', ...tokens]);
  expect(session()).toMatchObject({ user: { email }, deviceKey: null });
  expect(session().username).toBe(session().user.id);
});

it('the adapter remembers this device, and proves it at the next sign-in', async () => {
  pool.admin.updateSettings({ deviceTracking: true });
  const { adapter, entryNames, session } = open();
  const email = await customer();
  const requests = record();
  (await adapter.signIn({ email, password }, signal)).commit();
  expect(requests.at(-1)).toMatchObject({
    operation: 'ConfirmDevice',
    body: { DeviceName: expect.stringMatching(/./) },
  });
  expect(entryNames()).toEqual([...['LastAuthUser', ...tokens, ...deviceEntries]].sort());
  const { deviceKey } = session();
  requests.length = 0;
  (await adapter.signIn({ email, password }, signal)).commit();
  expect(requests.map(({ body: { ChallengeName } }) => ChallengeName)).toEqual([
    undefined,
    'PASSWORD_VERIFIER',
    'DEVICE_SRP_AUTH',
    'DEVICE_PASSWORD_VERIFIER',
  ]);
  expect(deviceKey).toMatch(/./);
  expect(session().deviceKey).toBe(deviceKey);
});

it.each(['tokens', 'a challenge'])(
  'the adapter drops a device that the user pool no longer knows before it gets %s',
  async (next) => {
    pool.admin.updateSettings({ deviceTracking: true });
    const { adapter, entryNames, session } = open();
    const email = await customer();
    (await adapter.signIn({ email, password }, signal)).commit();
    const { deviceKey } = session();
    await pool.admin.forgetDevices(email);
    if (next === 'tokens') {
      (await adapter.signIn({ email, password }, signal)).commit();
      expect(session().deviceKey).not.toBe(deviceKey);
    } else {
      await pool.admin.setMfa(email, { factors: ['EMAIL_OTP'] });
      await challengeOf(adapter.signIn({ email, password }, signal));
      expect(entryNames()).toEqual(['LastAuthUser', ...tokens]);
    }
  },
);

it.each([false, true])(
  'the adapter completes a sign-in after a challenge (with a remembered device: %s)',
  async (isRemembered) => {
    pool.admin.updateSettings({ deviceTracking: isRemembered, rememberedDevicesSkipMfa: false });
    const { adapter, settings, entries, session } = open();
    const email = await customer();
    if (isRemembered) (await adapter.signIn({ email, password }, signal)).commit();
    const DEVICE_KEY = isRemembered ? session().deviceKey : undefined;
    await pool.admin.setMfa(email, { factors: ['EMAIL_OTP'] });
    const before = new Map(entries);
    const { username, reply } = await challengeOf(adapter.signIn({ email, password }, signal));
    expect(entries).toEqual(before);
    expect(reply).toMatchObject({ ChallengeName: 'EMAIL_OTP', Session: expect.any(String) });
    const { Session } = Object(reply);
    const ChallengeResponses = { USERNAME: username, EMAIL_OTP_CODE: pool.codeFor(email), DEVICE_KEY };
    const response = { ClientId: clientId, ChallengeName: 'EMAIL_OTP', Session, ChallengeResponses };
    const answered = await callCognito(settings, 'RespondToAuthChallenge', response, signal);
    expect(answered.ChallengeName).toBe(isRemembered ? 'DEVICE_SRP_AUTH' : undefined);
    (await adapter.completeSignIn(username, answered, signal)).commit();
    expect(session()).toMatchObject({ username, user: { email }, deviceKey: DEVICE_KEY ?? null });
  },
);

it('the adapter revokes the stored refresh token, and leaves the session to the caller', async () => {
  const { adapter, entries, session } = open();
  const email = await customer();
  (await adapter.signIn({ email, password }, signal)).commit();
  const before = new Map(entries);
  const requests = record();
  await adapter.revoke(session(), signal);
  expect(requests).toEqual([
    { operation: 'RevokeToken', body: { ClientId: clientId, Token: session().refreshToken } },
  ]);
  expect(entries).toEqual(before);
});

const operations: readonly (readonly [
  string,
  (adapter: IdentityAdapter, email: string) => Promise<unknown>,
])[] = [
  ['SignUp', ({ signUp }, email) => signUp(registrationOf(email), signal)],
  ['ConfirmSignUp', ({ confirmSignUp }, email) => confirmSignUp({ email, code }, signal)],
  ['ResendConfirmationCode', ({ resendSignUpCode }, email) => resendSignUpCode({ email }, signal)],
  ['ForgotPassword', ({ sendResetCode }, email) => sendResetCode({ email }, signal)],
  ['ConfirmForgotPassword', ({ resetPassword }, email) => resetPassword({ email, code, password }, signal)],
  ['InitiateAuth', ({ signIn }, email) => signIn({ email, password }, signal)],
  ['RespondToAuthChallenge', ({ signIn }, email) => signIn({ email, password }, signal)],
];

it.each(operations)(
  'the adapter sends %s once, even after a refusal or no response',
  async (sent, operate) => {
    const { adapter } = open();
    const email = await customer();
    const meets = async (answer: () => Response): Promise<unknown> => {
      pool.operations.length = 0;
      pool.intercept((operation) => (operation === sent ? answer() : null));
      const error = await operate(adapter, email).catch((reason: unknown) => reason);
      expect(pool.operations.filter((operation) => operation === sent)).toHaveLength(1);
      return error;
    };
    const exception = { __type: 'LimitExceededException', message: 'Attempt limit exceeded.' };
    const refusal = await meets(() => Response.json(exception, { status: 400 }));
    expect(refusal).toBeInstanceOf(ProviderError);
    expect(refusal).toMatchObject({ code: exception.__type, message: exception.message });
    for (const answer of [
      () => new Response('<html>Bad gateway</html>', { status: 502 }),
      () => new Response('<html>Welcome to the hotel</html>'),
      () => new Response('{"UserConf'),
      () => Response.json({ __type: 'NotAuthorizedException' }, { status: 500 }),
    ])
      expect(await meets(answer)).toBeInstanceOf(UnavailableError);
  },
);

it.each(
  ['InitiateAuth', 'RespondToAuthChallenge'].flatMap((stumbled) =>
    ['{}', '{"ChallengeName":"PASSWORD_VERIFIER"}', '[]', 'null'].map((body) => [stumbled, body] as const),
  ),
)(
  'the adapter reports the user pool as unavailable, without a retry, if %s returns %s',
  async (stumbled, body) => {
    const { adapter } = open();
    const email = await customer();
    pool.intercept((operation) => (operation === stumbled ? new Response(body) : null));
    await expect(adapter.signIn({ email, password }, signal)).rejects.toBeInstanceOf(UnavailableError);
    expect(pool.operations.filter((operation) => operation === stumbled)).toHaveLength(1);
  },
);

it.each([
  ['begins', []],
  ['is sent', ['InitiateAuth']],
])('the adapter sends and stores nothing more if the sign-in is aborted as it %s', async (moment, sent) => {
  const { adapter, entries } = open();
  const email = await customer();
  const leaving = new AbortController();
  const leave = () => {
    leaving.abort();
    return null;
  };
  if (moment === 'begins') leave();
  else pool.intercept(leave);
  const signingIn = adapter.signIn({ email, password }, leaving.signal);
  await expect(signingIn).rejects.toBeInstanceOf(UnavailableError);
  expect(pool.operations).toEqual(sent);
  expect(entries.size).toBe(0);
});
