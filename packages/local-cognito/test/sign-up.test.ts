import { expect, test } from 'vitest';
import { clientId, errorOf, goodPassword, type RunningPool, signUp, startPool } from './harness.ts';

const signUpWith = (running: RunningPool, changes: object) =>
  running.call('SignUp', {
    ClientId: clientId,
    Username: 'anna@example.com',
    Password: goodPassword,
    ...changes,
  });

const attribute = (Name: string, Value: string) => ({ UserAttributes: [{ Name, Value }] });
const weak = (reason: string) => `Password did not conform with policy: ${reason}`;
const invalid = 'InvalidParameterException';

test.each([
  [{ Password: 'Ab1!xyz' }, 'InvalidPasswordException', weak('Password not long enough')],
  [{ Password: 'lower-case1' }, 'InvalidPasswordException', weak('Password must have uppercase characters')],
  [{ Password: 'UPPER-CASE1' }, 'InvalidPasswordException', weak('Password must have lowercase characters')],
  [{ Password: 'No-numbers!' }, 'InvalidPasswordException', weak('Password must have numeric characters')],
  [{ Password: 'NoSymbols12' }, 'InvalidPasswordException', weak('Password must have symbol characters')],
  [{ Username: 'BEN@example.com' }, 'UsernameExistsException', 'User already exists'],
  [attribute('phone_number', '(555) 123-4567'), invalid, 'Invalid phone number format.'],
  [{ Username: 'anna@-x.com' }, invalid, 'Username should be an email.'],
  [attribute('email', 'anna@nowhere'), invalid, 'Invalid email address format.'],
  [attribute('email', 'ben@example.com'), invalid, 'Username and email attribute must be the same.'],
  [
    attribute('custom:rank', '1'),
    invalid,
    'Attributes did not conform to the schema: custom:rank: Attribute does not exist in the schema.',
  ],
  [
    attribute('email_verified', 'true'),
    'NotAuthorizedException',
    'A client attempted to write unauthorized attribute',
  ],
])('a sign-up with %o is refused', async (changes, name, message) => {
  const running = await startPool();
  await signUp(running, 'ben@example.com');
  expect(errorOf(await signUpWith(running, changes))).toEqual({ status: 400, name, message });
});

test('a sign-up whose values are exactly at the limits is accepted', async () => {
  const running = await startPool();
  const answer = await signUpWith(running, {
    ...attribute('phone_number', '+1234567890'),
    Username: "o'neil+x@sub.example.co",
    Password: 'Aa1 with spaces',
  });
  expect(answer.status).toBe(200);
});
