import { expect, test } from './fixtures.ts';
import { newPerson, type Person } from './people.ts';
import { expectRefusal } from './refusals.ts';

test('a sign-up with empty fields is sent, refused in the library’s words, and marks what is empty', async ({
  page,
  visitor,
  screens: { signUp, verifyEmail, notices },
  poolCalls,
}) => {
  await signUp.open();
  await signUp.submit.click();
  await expect(notices.error).toHaveText('Username cannot be empty');
  await expect(signUp.email).toBeFocused();
  for (const [field, text] of [
    [signUp.email, /Email is required$/],
    [signUp.phone, /Phone is required$/],
    [signUp.password, /Password is required$/],
  ] as const) {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(text);
  }
  await expect(signUp.firstName).not.toHaveAttribute('aria-invalid');

  await page.keyboard.type(visitor.email);
  await expect(signUp.email).not.toHaveAttribute('aria-invalid');
  await expect(signUp.phone).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Enter');
  await expect(notices.error).toHaveText('Password cannot be empty');
  await expect(signUp.phone).toBeFocused();
  expect(poolCalls.all()).toEqual([]);
  await signUp.register(visitor);
  await expect(verifyEmail.heading).toBeVisible();
});

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
