import { expect, test } from './fixtures.ts';
import { newPerson, type Person } from './people.ts';
import { expectRefusal } from './refusals.ts';

// What is refused and in which words is proved where the identity service is, without a browser.
test('a refused sign-up says why, and the form keeps what was typed', async ({
  addresses,
  customer,
  pageErrors,
  screens: { signUp, notices },
  poolCalls,
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  const refusals: readonly [name: string, change: Partial<Person>, text: string][] = [
    ['an email with an account', { email: customer.email }, 'An account with this email already exists'],
    ['a phone number too short', { phone: '555' }, 'Please enter a valid phone number (e.g., +1234567890)'],
    ['no email', { email: '' }, 'Username cannot be empty'],
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
  expect(poolCalls.count('SignUp')).toBe(refusals.length - 1);
});
