import { expect, test } from 'vitest';
import { clientId, errorOf, goodPassword, startPool } from './harness.ts';

const json = 'application/x-amz-json-1.1';
const invalid = 'InvalidParameterException';

test.each([
  ['an unknown operation', 'make coffee', json, '{}', 'UnknownOperationException'],
  ['another content type', 'GetUser', 'application/json', '{}', 'SerializationException'],
  ['malformed JSON', 'GetUser', json, '{"AccessToken":', 'SerializationException'],
  ['a list as its body', 'GetUser', json, '[]', 'SerializationException'],
])('a request with %s is refused in Cognito’s format', async (_, operation, type, body, name) => {
  const { origin } = await startPool();
  const response = await fetch(`${origin}/`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
    body,
  });
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toBe(json);
  expect(response.headers.get('x-amzn-errortype')).toBe(`${name}:`);
  expect(response.headers.get('x-amzn-requestid')).toMatch(/^[\da-f-]{36}$/);
  expect(await response.json()).toEqual({ __type: name, message: expect.any(String) });
});

test('the error for an operation that isn’t emulated names the operation', async () => {
  const { call } = await startPool();
  expect(errorOf(await call('ListGroups', {}))).toEqual({
    status: 400,
    name: 'NotImplementedException',
    message: 'local-cognito does not emulate ListGroups.',
  });
});

const violation = (member: string, text: string) =>
  `1 validation error detected: Value at '${member}' failed to satisfy constraint: ${text}`;
const signUp = { ClientId: clientId, Username: 'anna@example.com', Password: goodPassword };
const serial = 'SerializationException';
const passwordPattern = 'Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$';
const flows =
  'USER_SRP_AUTH, REFRESH_TOKEN_AUTH, REFRESH_TOKEN, CUSTOM_AUTH, ADMIN_NO_SRP_AUTH, USER_PASSWORD_AUTH, ADMIN_USER_PASSWORD_AUTH, USER_AUTH';

test.each([
  [
    'SignUp',
    {
      ...signUp,
      UserAttributes: [
        { Name: 'email', Value: 'x' },
        { Name: 'name', Value: 'x'.repeat(2049) },
      ],
    },
    invalid,
    violation('userAttributes.2.member.value', 'Member must have length less than or equal to 2048'),
  ],
  [
    'SignUp',
    { ClientId: clientId, Username: 'a b', Password: '' },
    invalid,
    `2 validation errors detected: Value at 'username' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+; Value at 'password' failed to satisfy constraint: ${passwordPattern}`,
  ],
  ['SignUp', { ...signUp, Username: 5 }, serial, 'NUMBER_VALUE can not be converted to string'],
  ['SignUp', { ...signUp, Username: ['x'] }, serial, 'Start of list found where not expected'],
  ['SignUp', { ...signUp, UserAttributes: ['x'] }, serial, 'STRING_VALUE can not be converted to Object'],
  [
    'InitiateAuth',
    { ClientId: clientId, AuthFlow: 'MAGIC' },
    invalid,
    violation('authFlow', `Member must satisfy enum value set: [${flows}]`),
  ],
  [
    'RespondToAuthChallenge',
    {
      ClientId: clientId,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: { TIMESTAMP: '2017-09-05' },
    },
    invalid,
    'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.',
  ],
  [
    'RespondToAuthChallenge',
    { ClientId: clientId, ChallengeName: 'SMS_MFA' },
    invalid,
    'Missing required parameter Session',
  ],
  ['GetUser', { AccessToken: 'a.b.c' }, 'NotAuthorizedException', 'Invalid Access Token'],
  [
    'ListDevices',
    { AccessToken: 'abc', Limit: 61 },
    invalid,
    violation('limit', 'Member must have value less than or equal to 60'),
  ],
])('%s with %j is refused', async (operation, payload, name, message) => {
  const running = await startPool();
  expect(errorOf(await running.call(operation, payload))).toEqual({ status: 400, name, message });
});

test('an error header replaces line breaks and non-ASCII characters in the text that it quotes', async () => {
  const running = await startPool();
  const Name = 'x\r\nset-cookie: é🙂';
  const answer = await running.call('SignUp', { ...signUp, UserAttributes: [{ Name, Value: '' }] });
  expect(answer.headers.get('x-amzn-errormessage')).toContain('x??set-cookie: ???:');
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(errorOf(answer).message).toContain(Name);
});

test('browsers can call the pool from any origin and read its error headers', async () => {
  const { origin, call } = await startPool();
  const preflight = await fetch(`${origin}/`, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toBe(
    'content-type,x-amz-target,x-amz-user-agent,cache-control,amz-sdk-invocation-id,amz-sdk-request',
  );
  const { headers } = await call('MakeCoffee', {});
  expect(headers.get('access-control-expose-headers')?.toLowerCase()).toBe(
    'x-amzn-errortype,x-amzn-errormessage,x-amzn-requestid',
  );
});
