import { UnsupportedUserStateException } from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from 'vitest';
import {
  addUser,
  challengeOf,
  createSdk,
  email,
  goodPassword,
  refresh,
  respond,
  signIn,
  signUp,
  startPool,
  tokensOf,
} from './harness.ts';

const user = { UserPoolId: 'us-east-1_Local', Username: email };

const start = async () => {
  const running = await startPool();
  const sdk = createSdk(running.origin);
  const get = async () => {
    const { UserAttributes = [], ...account } = await sdk.adminGetUser(user);
    return { ...account, ...Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value])) };
  };
  return { ...running, running, sdk, get };
};

const startWithUser = async () => {
  const started = await start();
  await addUser(started.running);
  return started;
};

test('an invited user signs in with the temporary password and sets a new one', async () => {
  const { running, sdk, get, pool, code } = await start();
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const { User } = await sdk.adminCreateUser({ ...user, UserAttributes });
  expect(User).toMatchObject({ Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' });
  expect(pool.admin.mail()).toMatchObject([{ to: email, kind: 'invitation', medium: 'EMAIL' }]);
  const challenge = challengeOf(await signIn(running, code(email)));
  tokensOf(await respond(running, challenge, { NEW_PASSWORD: goodPassword }));
  expect(await get()).toMatchObject({
    UserStatus: 'CONFIRMED',
    email_verified: 'true',
    Username: User?.Username,
  });
});

test('an invitation can be sent again or as a text message, or suppressed', async () => {
  const { running, sdk, pool, code } = await start();
  const UserAttributes = [{ Name: 'phone_number', Value: '+15551234567' }];
  await expect(sdk.adminCreateUser({ ...user, MessageAction: 'RESEND' })).rejects.toMatchObject({
    name: 'UserNotFoundException',
  });
  await sdk.adminCreateUser({ ...user, UserAttributes, MessageAction: 'SUPPRESS' });
  expect(pool.admin.mail()).toEqual([]);
  await sdk.adminCreateUser({ ...user, MessageAction: 'RESEND' });
  expect(pool.admin.mail()).toMatchObject([{ medium: 'SMS', phone: '+15551234567' }]);
  expect(challengeOf(await signIn(running, code(email))).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  await expect(sdk.adminCreateUser(user)).rejects.toMatchObject({ name: 'UsernameExistsException' });
  await sdk.adminSetUserPassword({ ...user, Password: goodPassword, Permanent: true });
  await expect(sdk.adminCreateUser({ ...user, MessageAction: 'RESEND' })).rejects.toBeInstanceOf(
    UnsupportedUserStateException,
  );
});

test('an administrator sets a temporary or permanent password', async () => {
  const { running, sdk } = await startWithUser();
  await sdk.adminSetUserPassword({ ...user, Password: 'Other-pass2!' });
  expect(challengeOf(await signIn(running, 'Other-pass2!')).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  await sdk.adminSetUserPassword({ ...user, Password: goodPassword, Permanent: true });
  tokensOf(await signIn(running));
});

test('an administrator confirms a sign-up, and its email stays unverified', async () => {
  const { running, sdk, get } = await start();
  await signUp(running);
  await sdk.adminConfirmSignUp(user);
  expect(await get()).toMatchObject({ UserStatus: 'CONFIRMED', email_verified: 'false' });
  await expect(sdk.adminConfirmSignUp(user)).rejects.toThrow(
    'User cannot be confirmed. Current status is CONFIRMED',
  );
});

test('an administrator changes attributes, and can mark an email and a phone as verified', async () => {
  const { sdk, get, pool } = await startWithUser();
  const update = (Name: string, Value: string) =>
    sdk.adminUpdateUserAttributes({
      UserPoolId: user.UserPoolId,
      Username: pool.admin.listUsers()[0]?.sub,
      UserAttributes: [{ Name, Value }],
    });
  await update('phone_number_verified', 'true');
  expect(await get()).toMatchObject({ phone_number_verified: 'true', email_verified: 'true' });
  await update('email', 'ANNA@example.com');
  expect(await get()).toMatchObject({ email: 'ANNA@example.com', email_verified: 'false' });
  expect(pool.admin.mail()).toMatchObject([{ kind: 'verification' }]);
  await expect(update('sub', 'x')).rejects.toThrow('user.sub: Attribute cannot be updated.');
});

test('disabling or signing out a user ends the sessions for good', async () => {
  const { running, sdk } = await startWithUser();
  for (const end of [
    () => sdk.adminDisableUser(user).then(() => sdk.adminEnableUser(user)),
    () => sdk.adminUserGlobalSignOut(user),
  ]) {
    const { AccessToken, RefreshToken } = tokensOf(await signIn(running));
    await end();
    await expect(sdk.getUser({ AccessToken })).rejects.toThrow('Access Token has been revoked');
    expect((await refresh(running, RefreshToken)).status).toBe(400);
  }
  await sdk.adminDisableUser(user);
  expect((await signIn(running)).body).toMatchObject({ message: 'User is disabled.' });
});

test('a password reset needs a confirmed user with a verified email', async () => {
  const { running, sdk, get, pool } = await startWithUser();
  await pool.admin.setEmail(email, email, false);
  await expect(sdk.adminResetUserPassword(user)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  await pool.admin.setEmail(email, email, true);
  await sdk.adminResetUserPassword(user);
  expect(await get()).toMatchObject({ UserStatus: 'RESET_REQUIRED' });
  expect((await signIn(running)).body).toMatchObject({ __type: 'PasswordResetRequiredException' });
  await sdk.adminSetUserPassword({ ...user, Password: goodPassword });
  await expect(sdk.adminResetUserPassword(user)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
});

test('a deleted user is gone for administrators and for their own sessions', async () => {
  const { running, sdk } = await startWithUser();
  const { AccessToken } = tokensOf(await signIn(running));
  await sdk.adminDeleteUser(user);
  for (const call of [() => sdk.adminDeleteUser(user), () => sdk.getUser({ AccessToken })])
    await expect(call()).rejects.toMatchObject({ name: 'UserNotFoundException' });
});
