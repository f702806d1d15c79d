import { expect, it } from 'vitest';
import {
  createChannels,
  createDevice,
  expectEnded,
  openTab,
  password,
  poolOfFile,
  refused,
  someone,
} from './world.ts';

const pool = await poolOfFile();
const next = 'Battery-staple2!';

const signIn = async (email = someone()) => {
  if (!pool.admin.listUsers().some((user) => user.email === email))
    await pool.admin.createConfirmedUser({ email, password, firstName: 'Ada', lastName: 'Lovelace' });
  const device = createDevice();
  const channels = createChannels();
  const tab = openTab(pool.endpoint, device, { channels });
  expect(await tab.identity.signIn({ email, password })).toMatchObject({ outcome: 'done' });
  const security = await tab.identity.loadSecurity();
  pool.operations.length = 0;
  return { ...tab, email, device, channels, profile: await security.loadProfile() };
};

it('new details are in the user of every tab and at the pool', async () => {
  const { profile, device, channels, events, email } = await signIn();
  const other = openTab(pool.endpoint, device, { channels });
  const changes = { firstName: 'Grace', lastName: '', name: 'Grace', phone: '+15557654321' };
  expect(await profile.save(changes)).toEqual({ outcome: 'done' });
  const changed = { type: 'user.changed', user: { firstName: 'Grace', phone: '+15557654321' } };
  expect(events).toMatchObject([changed]);
  other.noticeStorage('CognitoIdentityServiceProvider.coffer-local-web.ada.idToken');
  expect(other.events).toMatchObject([changed]);
  const { identity } = openTab(pool.endpoint, createDevice());
  expect(await identity.signIn({ email, password })).toMatchObject({ user: { firstName: 'Grace' } });
});

it('nothing is sent without a change, and the old names stay until a refresh succeeds', async () => {
  const { profile, events } = await signIn();
  expect(await profile.save({})).toEqual({ outcome: 'done' });
  expect(pool.operations).toEqual([]);
  pool.intercept((operation) => (operation === 'InitiateAuth' ? new Response('', { status: 503 }) : null));
  expect(await profile.save({ firstName: 'Grace' })).toEqual({ outcome: 'done' });
  expect(events).toEqual([{ type: 'session.unreachable' }]);
});

it.each([
  ['InvalidParameterException', 'Invalid phone number format.', 'parameter-invalid'],
  ['NotAuthorizedException', 'A client attempted to write unauthorized attribute', 'not-authorized'],
  ['TooManyRequestsException', 'Rate exceeded', 'throttled'],
])('changes that the pool refuses with %s are not sent again', async (exception, message, name) => {
  const { profile } = await signIn();
  pool.refuse('UpdateUserAttributes', exception, message);
  expect(await profile.save({ phone: '+1' })).toEqual(refused(name, message));
  expect(pool.operations).toEqual(['UpdateUserAttributes']);
});

it('a password is changed if the current one is correct, and other devices stay signed in', async () => {
  const { profile, email } = await signIn();
  const other = await signIn(email);
  const wrong = await profile.changePassword({ current: 'Wrong-horse1!', next });
  expect(wrong).toEqual(refused('not-authorized', /Incorrect/));
  expect(pool.operations.filter((operation) => operation === 'ChangePassword')).toHaveLength(1);
  expect(await profile.changePassword({ current: password, next })).toEqual({ outcome: 'done' });
  const token = await other.identity.accessToken();
  expect(await other.identity.accessToken({ refused: token })).not.toBe(token);
  const tab = openTab(pool.endpoint, createDevice());
  expect(await tab.identity.signIn({ email, password })).toMatchObject({ outcome: 'refused' });
  expect(await tab.identity.signIn({ email, password: next })).toMatchObject({ outcome: 'done' });
});

it.each([
  ['PasswordHistoryPolicyViolationException', '', 'password-used'],
  ['LimitExceededException', 'Attempt limit exceeded, please try after some time.', 'limit-exceeded'],
  ['NotAuthorizedException', 'Password attempts exceeded', 'not-authorized'],
  ['InvalidPasswordException', 'Password not long enough', 'password-invalid'],
])('a new password that the pool refuses with %s is not sent again', async (exception, message, name) => {
  const { profile, events } = await signIn();
  pool.refuse('ChangePassword', exception, message);
  expect(await profile.changePassword({ current: password, next })).toEqual(refused(name, message));
  expect(pool.operations).toEqual(['ChangePassword']);
  expect(events).toEqual([]);
});

it('signing out everywhere ends all sessions, and this one without another request', async () => {
  const { profile, identity, email, events } = await signIn();
  const other = await signIn(email);
  expect(await profile.signOutEverywhere()).toEqual({ outcome: 'done' });
  expect(await identity.signOut()).toEqual({ outcome: 'done', hosted: false });
  expect(pool.operations).toEqual(['GlobalSignOut']);
  expect(events).toEqual([]);
  await expectEnded(other);
});

it('a session whose sign-out everywhere got no response can still be signed out', async () => {
  const { profile, identity } = await signIn();
  pool.intercept((operation) => (operation === 'GlobalSignOut' ? new Response('', { status: 502 }) : null));
  expect(await profile.signOutEverywhere()).toEqual(refused('unavailable', ''));
  expect(await identity.signOut()).toMatchObject({ outcome: 'done' });
  expect(pool.operations).toEqual(['GlobalSignOut', 'RevokeToken']);
});

it('the session of a deleted account ends without a request, and takes the device’s keys along', async () => {
  const { profile, identity, device } = await signIn();
  profile.noteDeleted();
  expect(await identity.signOut()).toMatchObject({ outcome: 'done' });
  expect(pool.operations).toEqual([]);
  expect([...device.entries.keys()]).toEqual([]);
});
