import { expect, test } from './fixtures.ts';
import { newPerson, type Person } from './people.ts';
import { expectRefusal, passwordRules } from './refusals.ts';

test('every refusal of a sign-up has its words, and the form keeps what was typed', async ({
  addresses,
  customer,
  guard,
  screens: { signUp, notices },
  poolCalls,
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  const refusals: readonly [name: string, change: Partial<Person>, text: string][] = [
    ['a password too short', { password: 'Ab1!' }, passwordRules],
    ['a password without an uppercase letter', { password: 'analytical-1843' }, passwordRules],
    ['a password without a lowercase letter', { password: 'ANALYTICAL-1843' }, passwordRules],
    ['a password without a number', { password: 'Analytical-Engine' }, passwordRules],
    ['a password without a symbol', { password: 'Analytical1843' }, passwordRules],
    ['an email with an account', { email: customer.email }, 'An account with this email already exists'],
    ['a phone number too short', { phone: '555' }, 'Please enter a valid phone number (e.g., +1234567890)'],
    ['an email without a host', { email: 'ada' }, 'Please enter a valid email address'],
    ['an email with spaces', { email: 'ada at example.com' }, 'Please enter a valid email address'],
    [
      'another parameter',
      { password: ' Analytical-1843!' },
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    ],
    ['no email', { email: '' }, 'Username cannot be empty'],
    ['no password', { password: '' }, 'Password cannot be empty'],
  ];
  await signUp.open();
  for (const [name, change, text] of refusals) {
    await test.step(name, async () => {
      const person = { ...newPerson(), ...change };
      await signUp.register(person);
      await expectRefusal(
        notices.error,
        text,
        new Map([
          [signUp.firstName, person.firstName],
          [signUp.lastName, person.lastName],
          [signUp.email, person.email],
          [signUp.password, person.password],
        ]),
      );
    });
  }
  // What is empty is refused without asking the pool.
  expect(poolCalls.count('SignUp')).toBe(refusals.length - 2);
});

test('a refused sign-in says so in the pool’s words', async ({
  addresses,
  customer,
  guard,
  pool,
  screens: { signIn, notices },
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  await signIn.open();

  const wrongPassword = 'Wrong-password-1';
  for (const [name, email, text] of [
    ['an unknown user', newPerson().email, 'User does not exist.'],
    ['a wrong password', customer.email, 'Incorrect username or password.'],
  ] as const) {
    await test.step(name, async () => {
      await signIn.signIn({ email, password: wrongPassword });
      await expectRefusal(
        notices.error,
        text,
        new Map([
          [signIn.email, email],
          [signIn.password, wrongPassword],
        ]),
      );
    });
  }

  await test.step('a user whom the pool has disabled', async () => {
    const person = newPerson();
    await pool.register(person);
    await pool.disable(person.email);
    await signIn.signIn(person);
    await expectRefusal(notices.error, 'User is disabled.', new Map([[signIn.email, person.email]]));
  });
});
