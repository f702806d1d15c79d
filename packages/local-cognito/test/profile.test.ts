import {
  CognitoIdentityProvider,
  PasswordHistoryPolicyViolationException,
} from '@aws-sdk/client-cognito-identity-provider';
import { beforeAll, expect, test, vi } from 'vitest';
import { addUser, email, goodPassword, refresh, signIn, startPool, tokensOf } from './harness.ts';

beforeAll(() => {
  vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true');
});

/** Signs in a user, and returns their access token and AWS's SDK. */
const startSignedIn = async () => {
  const running = await startPool();
  await addUser(running);
  const { AccessToken, RefreshToken } = tokensOf(await signIn(running));
  const sdk = new CognitoIdentityProvider({ endpoint: running.origin, region: 'us-east-1' });
  const attributes = async () => {
    const { UserAttributes = [] } = await sdk.getUser({ AccessToken });
    return Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]));
  };
  const update = (values: Readonly<Record<string, string>>) =>
    sdk.updateUserAttributes({
      AccessToken,
      UserAttributes: Object.entries(values).map(([Name, Value]) => ({ Name, Value })),
    });
  return { ...running, running, sdk, AccessToken, RefreshToken, attributes, update };
};

const newPassword = 'Better-pass2!';

test('a user changes the password, and other sessions stay signed in', async () => {
  const { running, sdk, AccessToken, RefreshToken } = await startSignedIn();
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    sdk.changePassword({ AccessToken, PreviousPassword, ProposedPassword });
  await expect(change(newPassword, newPassword)).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
  await expect(change(goodPassword, 'too-weak')).rejects.toThrow('Password must have uppercase characters');
  await change(goodPassword, newPassword);
  expect((await signIn(running)).body).toMatchObject({ message: 'Incorrect username or password.' });
  tokensOf(await signIn(running, newPassword));
  tokensOf(await refresh(running, RefreshToken));
  running.pool.admin.updateSettings({ passwordHistorySize: 2 });
  await expect(change(newPassword, goodPassword)).rejects.toBeInstanceOf(
    PasswordHistoryPolicyViolationException,
  );
});

test('a user changes and removes attributes, and an unverified phone is verified by a text message', async () => {
  const { sdk, AccessToken, attributes, update, code } = await startSignedIn();
  const changed = await update({ given_name: 'Ann', phone_number: '+15557654321', family_name: '' });
  expect(changed.CodeDeliveryDetailsList).toEqual([]);
  expect(await attributes()).toMatchObject({ given_name: 'Ann', phone_number_verified: 'false' });
  expect(await attributes()).not.toHaveProperty('family_name');
  const AttributeName = 'phone_number';
  const { CodeDeliveryDetails } = await sdk.getUserAttributeVerificationCode({ AccessToken, AttributeName });
  expect(CodeDeliveryDetails).toEqual({ AttributeName, DeliveryMedium: 'SMS', Destination: '+*******4321' });
  await sdk.verifyUserAttribute({ AccessToken, AttributeName, Code: code(email) });
  expect(await attributes()).toMatchObject({ phone_number_verified: 'true', email });
});

test('a new email is unverified until the user enters its code', async () => {
  const { sdk, AccessToken, attributes, update, pool, code } = await startSignedIn();
  const sent = { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'a***@e***' };
  expect(await update({ email: 'ann@example.com' })).toMatchObject({ CodeDeliveryDetailsList: [sent] });
  expect(await attributes()).toMatchObject({ email: 'ann@example.com', email_verified: 'false' });
  expect(pool.admin.mail()).toMatchObject([{ to: 'ann@example.com', kind: 'verification' }]);

  const verify = (Code: string) => sdk.verifyUserAttribute({ AccessToken, AttributeName: 'email', Code });
  await expect(verify('no-code')).rejects.toMatchObject({ name: 'CodeMismatchException' });
  await verify(code('ann@example.com'));
  expect(await attributes()).toMatchObject({ email_verified: 'true' });
  await expect(verify(code('ann@example.com'))).rejects.toMatchObject({ name: 'ExpiredCodeException' });
});

test.each([
  [{ phone_number: '0151 234' }, 'InvalidParameterException', 'Invalid phone number format.'],
  [{ email: '' }, 'InvalidParameterException', /The attribute email is required$/],
  [{ color: 'red' }, 'InvalidParameterException', /color: Attribute does not exist in the schema\.$/],
  [{ email: 'ben@example.com' }, 'AliasExistsException', /already exists/],
  [{ sub: 'x' }, 'NotAuthorizedException', 'A client attempted to write unauthorized attribute'],
  [{ name: 'x' }, 'NotAuthorizedException', 'A client attempted to write unauthorized attribute'],
])('UpdateUserAttributes with %o is refused and changes nothing', async (values, name, message) => {
  const { running, attributes, update } = await startSignedIn();
  await addUser(running, 'ben@example.com');
  running.pool.admin.updateSettings({ writableAttributes: ['email', 'phone_number'] });
  const before = await attributes();
  await expect(update(values)).rejects.toMatchObject({ name, message: expect.stringMatching(message) });
  expect(await attributes()).toEqual(before);
});

test('a user deletes their account with a live session only', async () => {
  const { running, sdk, AccessToken } = await startSignedIn();
  await running.pool.admin.revokeSessions(email);
  await expect(sdk.deleteUser({ AccessToken })).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  const live = { AccessToken: tokensOf(await signIn(running)).AccessToken };
  await sdk.deleteUser(live);
  await expect(sdk.deleteUser(live)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  expect(running.pool.admin.listUsers()).toEqual([]);
});
