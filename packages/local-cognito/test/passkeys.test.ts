import { expect, test } from 'vitest';
import { createSoftAuthenticator } from '../../local-services/test/soft-authenticator.ts';
import { addUser, challengeOf, email, errorOf, goodPassword, respond, signIn, tokensOf } from './harness.ts';
import { choose, complete, enter, optionsIn, register, start, startWithUser } from './passkey-harness.ts';

const refused = (name: string, message: unknown = expect.any(String)) => ({ status: 400, name, message });
const byPassword = ['PASSWORD', 'PASSWORD_SRP'];
const invalidPasskey = refused('NotAuthorizedException', 'Invalid WebAuthn credential.');

test.each([
  ['another site’s origin', { origin: 'https://evil.example' }, 'WebAuthnOriginNotAllowedException'],
  ['a look-alike origin', { origin: 'http://app.localhost.example' }, 'WebAuthnOriginNotAllowedException'],
  ['another relying party', { relyingPartyId: 'example.com' }, 'WebAuthnRelyingPartyMismatchException'],
  ['an unknown challenge', { challenge: 'abc' }, 'WebAuthnChallengeNotFoundException'],
  ['no user presence', { isPresent: false }, 'WebAuthnCredentialNotSupportedException'],
  ['no user verification', { isVerified: false }, 'WebAuthnCredentialNotSupportedException'],
] as const)('a passkey registration with %s is refused', async (_, flaws, name) => {
  const running = await startWithUser({ userVerification: 'required' });
  const options = await start(running, running.AccessToken);
  const credential = createSoftAuthenticator().register(options, flaws);
  expect(errorOf(await complete(running, running.AccessToken, credential))).toEqual(refused(name));
});

test('registration refuses an unsupported algorithm, a malformed credential and a known passkey', async () => {
  const running = await startWithUser();
  const { AccessToken } = running;
  const edwards = createSoftAuthenticator('EdDSA').register(await start(running, AccessToken));
  expect(errorOf(await complete(running, AccessToken, edwards)).name).toBe(
    'WebAuthnCredentialNotSupportedException',
  );
  const malformed = { ...edwards, response: { ...edwards.response, clientDataJSON: 'abc' } };
  expect(errorOf(await complete(running, AccessToken, malformed))).toEqual(
    refused('InvalidParameterException', 'Invalid clientDataJSON.'),
  );
  expect(errorOf(await complete(running, AccessToken, {})).name).toBe('InvalidParameterException');
  const authenticator = await register(running);
  const again = authenticator.register(await start(running, AccessToken));
  expect(errorOf(await complete(running, AccessToken, again)).name).toBe('InvalidParameterException');
});

test('a registration challenge is accepted once, for its user, within three minutes', async () => {
  const running = await startWithUser();
  await addUser(running, 'ben@example.com');
  const other = tokensOf(await signIn(running, goodPassword, 'ben@example.com')).AccessToken;
  const notFound = refused('WebAuthnChallengeNotFoundException');
  const stolen = createSoftAuthenticator().register(await start(running, running.AccessToken));
  expect(errorOf(await complete(running, other, stolen))).toEqual(notFound);
  expect(errorOf(await complete(running, running.AccessToken, stolen))).toEqual(notFound);
  const late = createSoftAuthenticator().register(await start(running, running.AccessToken));
  running.advance(180);
  expect(errorOf(await complete(running, running.AccessToken, late))).toEqual(notFound);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another relying party', { relyingPartyId: 'example.com' }],
  ['another challenge', { challenge: 'abc' }],
  ['no user presence', { isPresent: false }],
  ['no user verification', { isVerified: false }],
  ['a counter that didn’t increase', { counter: 5 }],
  ['another signature', { signature: 'MEUCIQ' }],
] as const)('a passkey sign-in with %s is refused', async (_, flaws) => {
  const running = await startWithUser({ userVerification: 'required' });
  const authenticator = await register(running);
  expect((await enter(running, authenticator, { counter: 5 })).status).toBe(200);
  expect(errorOf(await enter(running, authenticator, { counter: 6, ...flaws }))).toEqual(invalidPasskey);
  expect((await enter(running, authenticator, { counter: 6 })).status).toBe(200);
});

test('a passkey signs in only its own user, and each session accepts one response', async () => {
  const running = await startWithUser();
  const authenticator = await register(running);
  await addUser(running, 'ben@example.com');
  const { AccessToken } = tokensOf(await signIn(running, goodPassword, 'ben@example.com'));
  const others = await register({ ...running, AccessToken });
  expect(errorOf(await enter(running, others))).toEqual(invalidPasskey);

  const asked = await choose(running, 'WEB_AUTHN');
  const answer = (CREDENTIAL: string) => respond(running, challengeOf(asked), { CREDENTIAL });
  const credential = JSON.stringify(authenticator.assert(optionsIn(asked)));
  expect(errorOf(await answer('{}')).name).toBe('InvalidParameterException');
  expect(errorOf(await answer(credential)).message).toBe('Invalid session for the user, session is expired.');
});

test('a user without the preferred factor is asked to select another', async () => {
  const running = await startWithUser();
  const select = async (ANSWER: string, more = {}) =>
    respond(running, challengeOf(await choose(running)), { ANSWER, ...more });
  expect((await choose(running, 'WEB_AUTHN')).body).toMatchObject({
    ChallengeName: 'SELECT_CHALLENGE',
    AvailableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP'],
  });
  expect(errorOf(await select('WEB_AUTHN'))).toEqual(
    refused('InvalidParameterException', 'The selected challenge is not available for the user.'),
  );
  expect(tokensOf(await select('PASSWORD', { PASSWORD: goodPassword })).TokenType).toBe('Bearer');
  expect(errorOf(await select('PASSWORD', { PASSWORD: 'Wrong-pass1!' })).name).toBe('NotAuthorizedException');
  expect((await select('PASSWORD_SRP', { SRP_A: 'abc' })).body['ChallengeName']).toBe('PASSWORD_VERIFIER');
  expect(errorOf(await select('PASSWORD_SRP'))).toEqual(
    refused('InvalidParameterException', 'Missing required parameter SRP_A'),
  );
  const authenticator = await register(running);
  const asked = await select('WEB_AUTHN');
  const CREDENTIAL = JSON.stringify(authenticator.assert(optionsIn(asked)));
  expect((await respond(running, challengeOf(asked), { CREDENTIAL })).status).toBe(200);
});

test('an emailed eight-digit code signs in a user with a verified email', async () => {
  const running = await startWithUser();
  const asked = challengeOf(await choose(running, 'EMAIL_OTP'));
  expect(asked).toMatchObject({
    ChallengeName: 'EMAIL_OTP',
    ChallengeParameters: { CODE_DELIVERY_DESTINATION: 'a***@e***' },
  });
  const [mail] = running.pool.admin.mail(email);
  expect(mail).toMatchObject({ kind: 'sign-in', medium: 'EMAIL', code: expect.stringMatching(/^\d{8}$/) });
  const wrong = { EMAIL_OTP_CODE: mail?.code === '00000000' ? '00000001' : '00000000' };
  expect(errorOf(await respond(running, asked, wrong)).name).toBe('CodeMismatchException');
  expect((await respond(running, asked, { EMAIL_OTP_CODE: mail?.code ?? '' })).status).toBe(200);

  await running.pool.admin.setEmail(email, email, false);
  expect((await choose(running, 'EMAIL_OTP')).body['AvailableChallenges']).toEqual(byPassword);
});

test('a passkey satisfies MFA only with user verification, and if the pool and the user allow it', async () => {
  const running = await startWithUser();
  const { AccessToken, pool } = running;
  const authenticator = await register(running);
  const preferPasskey = async () => (await choose(running, 'WEB_AUTHN')).body['ChallengeName'];
  const turnOn = (Enabled: boolean) =>
    running.call('SetUserMFAPreference', { AccessToken, WebAuthnMfaSettings: { Enabled } });

  expect(errorOf(await turnOn(true)).message).toBe('WebAuthn MFA is not enabled for the user pool');
  pool.admin.updateSettings({ mfa: 'ON', passkeyFactor: 'MULTI_FACTOR_WITH_USER_VERIFICATION' });
  expect(errorOf(await turnOn(true)).message).toBe('WebAuthn MFA needs another MFA method');
  await pool.admin.setMfa(email, { factors: ['SMS_MFA'] });
  expect((await choose(running, 'WEB_AUTHN')).body['AvailableChallenges']).toEqual(byPassword);

  expect((await turnOn(true)).status).toBe(200);
  const unverified = await enter(running, authenticator, { isVerified: false });
  expect(errorOf(unverified)).toEqual(invalidPasskey);
  tokensOf(await enter(running, authenticator));
  const password = await choose(running, 'PASSWORD', { PASSWORD: goodPassword });
  expect(password.body['ChallengeName']).toBe('SMS_MFA');

  pool.admin.updateSettings({ passkeyFactor: 'SINGLE_FACTOR' });
  expect(await preferPasskey()).toBe('SELECT_CHALLENGE');
  await pool.admin.setMfa(email, { factors: [], passkey: true });
  pool.admin.updateSettings({ mfa: 'OPTIONAL' });
  expect(await preferPasskey()).toBe('WEB_AUTHN');
});
