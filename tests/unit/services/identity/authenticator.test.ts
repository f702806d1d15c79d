import { Secret, TOTP } from 'otpauth';
import { afterEach, expect, it } from 'vitest';
import type { SettingsPatch } from '#local-cognito';
import { createDevice, openTab, password, poolOfFile, refused } from './world.ts';

const pool = await poolOfFile();
afterEach(
  () =>
    void pool.admin.updateSettings({
      mfa: 'OPTIONAL',
      mfaFactors: ['SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP'],
    }),
);

let customers = 0;

const signIn = async () => {
  customers += 1;
  const email = `ada-${customers}@example.com`;
  await pool.admin.createConfirmedUser({ email, password });
  const { identity } = openTab(pool.endpoint, createDevice());
  expect(await identity.signIn({ email, password })).toMatchObject({ outcome: 'done' });
  const { authenticator } = await identity.loadSecurity();
  const createSecret = async () => {
    const created = await authenticator.createSecret();
    if (created.outcome !== 'done') throw new Error(created.failure.name);
    return created.secret;
  };
  return { authenticator, email, createSecret };
};

const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

const countOf = (operation: string) => pool.operations.filter((asked) => asked === operation).length;

it('an authenticator app can be turned on with a code, and off with the password', async () => {
  const { authenticator, email, createSecret } = await signIn();
  expect(await authenticator.read()).toEqual({ outcome: 'done', use: 'off' });
  const secret = await createSecret();
  expect(await authenticator.read()).toEqual({ outcome: 'done', use: 'off' });
  expect(await authenticator.turnOn({ code: ` ${codeOf(secret)} ` })).toEqual({ outcome: 'done' });
  expect(await authenticator.read()).toEqual({ outcome: 'done', use: 'on' });

  const other = openTab(pool.endpoint, createDevice());
  expect((await other.identity.signIn({ email, password })).outcome).not.toBe('done');
  pool.operations.length = 0;
  for (const [typed, name, message] of [
    ['', 'field-empty', 'Password cannot be empty'],
    ['Wrong-horse1!', 'not-authorized', 'Incorrect username or password.'],
  ] as const)
    expect(await authenticator.turnOff({ password: typed })).toEqual(refused(name, message));
  expect(pool.operations).not.toContain('SetUserMFAPreference');
  expect(await authenticator.read()).toEqual({ outcome: 'done', use: 'on' });
  expect(await authenticator.turnOff({ password })).toEqual({ outcome: 'done' });
  expect(await authenticator.read()).toEqual({ outcome: 'done', use: 'off' });
  expect((await other.identity.signIn({ email, password })).outcome).toBe('done');
});

it('turning on an authenticator app sends a name for it', async () => {
  const { authenticator, createSecret } = await signIn();
  const secret = await createSecret();
  let sent: unknown;
  pool.intercept(async (operation, request) => {
    if (operation === 'VerifySoftwareToken') sent = await request.clone().json();
    return null;
  });
  await authenticator.turnOn({ code: codeOf(secret) });
  expect(sent).toMatchObject({ FriendlyDeviceName: 'Authenticator app' });
});

/** Signs in a customer whose code is accepted, but whose preference isn't saved. */
const proveWithoutPreference = async () => {
  const visit = await signIn();
  const code = codeOf(await visit.createSecret());
  pool.reply('SetUserMFAPreference', {}, 500);
  expect(await visit.authenticator.turnOn({ code })).toMatchObject({ failure: { name: 'unavailable' } });
  expect(await visit.authenticator.read()).toEqual({ outcome: 'done', use: 'off' });
  pool.intercept(() => null);
  return { ...visit, code };
};

it('a wrong or malformed authenticator code is refused, and the secret stays valid', async () => {
  const { authenticator, createSecret } = await signIn();
  const secret = await createSecret();
  for (const code of [codeOf(secret, -100), '12345', 'abcdef'])
    expect(await authenticator.turnOn({ code })).toMatchObject({ failure: { name: 'code-mismatch' } });
  expect(await authenticator.read()).toEqual({ outcome: 'done', use: 'off' });
  expect(await authenticator.turnOn({ code: codeOf(secret) })).toEqual({ outcome: 'done' });
});

it('an empty authenticator code is not sent', async () => {
  const { authenticator, createSecret } = await signIn();
  await createSecret();
  const before = pool.operations.length;
  expect(await authenticator.turnOn({ code: ' ' })).toEqual(
    refused('field-empty', 'Confirmation code cannot be empty'),
  );
  expect(pool.operations).toHaveLength(before);
});

it('turning on an authenticator app needs no second code if only the last step failed', async () => {
  const before = countOf('VerifySoftwareToken');
  const { authenticator, code } = await proveWithoutPreference();
  expect(await authenticator.turnOn({ code })).toEqual({ outcome: 'done' });
  expect(countOf('VerifySoftwareToken')).toBe(before + 1);
  expect(await authenticator.read()).toEqual({ outcome: 'done', use: 'on' });
});

it('a new authenticator secret needs its own code, even after an accepted one', async () => {
  const { authenticator, code, createSecret } = await proveWithoutPreference();
  await createSecret();
  expect(await authenticator.turnOn({ code })).toMatchObject({ failure: { name: 'code-mismatch' } });
  expect(await authenticator.read()).toEqual({ outcome: 'done', use: 'off' });
});

it.each<[string, SettingsPatch]>([
  ['no codes at all', { mfa: 'OFF' }],
  ['other codes only', { mfaFactors: ['SMS_MFA'] }],
])('createSecret has a distinct failure for a pool that asks for %s', async (_, settings) => {
  const { authenticator } = await signIn();
  pool.admin.updateSettings(settings);
  expect(await authenticator.read()).toEqual({ outcome: 'done', use: 'off' });
  expect(await authenticator.createSecret()).toEqual(refused('authenticator-unsupported'));
});

it.each([
  [{}, 'off'],
  [{ UserMFASettingList: ['SMS_MFA'], PreferredMfaSetting: 'SMS_MFA' }, 'off'],
  [{ UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] }, 'on'],
  [
    { UserMFASettingList: ['SMS_MFA', 'SOFTWARE_TOKEN_MFA'], PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' },
    'on',
  ],
  [{ UserMFASettingList: ['SMS_MFA', 'SOFTWARE_TOKEN_MFA'], PreferredMfaSetting: 'SMS_MFA' }, 'secondary'],
  [{ UserMFASettingList: ['EMAIL_OTP', 'SOFTWARE_TOKEN_MFA'], PreferredMfaSetting: null }, 'secondary'],
])('the user settings %j are read as the authenticator use %j', async (settings, use) => {
  const { authenticator } = await signIn();
  pool.reply('GetUser', { Username: 'ada', UserAttributes: [], ...settings });
  expect(await authenticator.read()).toEqual({ outcome: 'done', use });
});

it('unreadable responses about an authenticator are reported as an unavailable user pool', async () => {
  const { authenticator } = await signIn();
  pool.intercept(() => Response.json({ UserMFASettingList: 'all', SecretCode: '', Status: 'MAYBE' }));
  const unavailable = refused('unavailable', '');
  expect(await authenticator.read()).toEqual(unavailable);
  expect(await authenticator.createSecret()).toEqual(unavailable);
  expect(await authenticator.turnOn({ code: '123456' })).toEqual(unavailable);
});

it('a response with the status ERROR counts as a wrong authenticator code', async () => {
  const { authenticator, createSecret } = await signIn();
  await createSecret();
  pool.reply('VerifySoftwareToken', { Status: 'ERROR' });
  expect(await authenticator.turnOn({ code: '123456' })).toEqual(refused('code-mismatch'));
  expect(await authenticator.read()).toEqual({ outcome: 'done', use: 'off' });
});
