import { expect, test } from 'vitest';
import { clientId, errorOf, goodPassword, type RunningPool, signUp, startPool } from './harness.ts';
import { type Refusal, testRefusals } from './refusals.ts';

const email = 'anna@example.com';

const signUpWith = async (running: RunningPool, changes: object) =>
  errorOf(
    await running.call('SignUp', { ClientId: clientId, Username: email, Password: goodPassword, ...changes }),
  );

const attribute = (Name: string, Value: string) => ({ UserAttributes: [{ Name, Value }] });

const signUpRefusals: Refusal[] = [
  ...(
    [
      ['Ab1!xyz', 'Password not long enough'],
      ['lower-case1', 'Password must have uppercase characters'],
      ['UPPER-CASE1', 'Password must have lowercase characters'],
      ['No-numbers!', 'Password must have numeric characters'],
      ['NoSymbols12', 'Password must have symbol characters'],
    ] as const
  ).map(
    ([Password, reason]): Refusal => [
      `password ${Password}`,
      (running) => signUpWith(running, { Password }),
      'InvalidPasswordException',
      `Password did not conform with policy: ${reason}`,
    ],
  ),
  [
    'email taken, in another case',
    async (running) => {
      await signUp(running);
      return signUpWith(running, { Username: 'ANNA@example.com' });
    },
    'UsernameExistsException',
    'User already exists',
  ],
  ...['+1555', '(555) 123-4567'].map(
    (phone): Refusal => [
      `phone "${phone}"`,
      (running) => signUpWith(running, attribute('phone_number', phone)),
      'InvalidParameterException',
      'Invalid phone number format.',
    ],
  ),
  ...['anna', 'a@b@c.com', 'anna@-x.com'].map(
    (Username): Refusal => [
      `username ${Username}`,
      (running) => signUpWith(running, { Username }),
      'InvalidParameterException',
      'Username should be an email.',
    ],
  ),
  [
    'email attribute of the wrong form',
    (running) => signUpWith(running, attribute('email', 'anna@nowhere')),
    'InvalidParameterException',
    'Invalid email address format.',
  ],
  [
    'email attribute that is another address',
    (running) => signUpWith(running, attribute('email', 'ben@example.com')),
    'InvalidParameterException',
    'Username and email attribute must be the same.',
  ],
  [
    'an attribute outside the schema',
    (running) => signUpWith(running, attribute('custom:rank', '1')),
    'InvalidParameterException',
    'Attributes did not conform to the schema: custom:rank: Attribute does not exist in the schema.',
  ],
  [
    'an attribute that only the pool writes',
    (running) => signUpWith(running, attribute('email_verified', 'true')),
    'NotAuthorizedException',
    'A client attempted to write unauthorized attribute',
  ],
];

testRefusals(signUpRefusals);

test('what is allowed at the edges of the rules', async () => {
  const running = await startPool();
  const accepted = { ...attribute('phone_number', '+1234567890'), Password: 'Aa1 with spaces' };
  const answer = await running.call('SignUp', {
    ClientId: clientId,
    Username: "o'neil+x@sub.example.co",
    ...accepted,
  });
  expect(answer.status).toBe(200);
});
