import { expect, test } from './fixtures.ts';
import { newPerson, type Person } from './people.ts';

const long = 'x'.repeat(10_000);
const rightToLeft = '\u202eعدا لوفليس';
const markup = '<img src=x onerror="document.title=1">';
const emoji = '👩‍💻👩‍💻';
/** The pool’s words name a username, not an email: they stay as they are. */
const badUsername = /Value at 'username' failed to satisfy constraint/;

/** What people type or paste into the sign-up, and what they are told. */
const refused: readonly [name: string, change: Partial<Person>, message: RegExp][] = [
  [
    'an email of 10,000 characters',
    { email: `${long}@example.com` },
    /'username'.* less than or equal to 128/,
  ],
  ['an email with right-to-left text', { email: `${rightToLeft}@example.com` }, badUsername],
  ['an email with markup', { email: `${markup}@example.com` }, badUsername],
  ['an email with emoji', { email: `${emoji}@example.com` }, badUsername],
  ['a password of 10,000 characters', { password: `Aa1!${long}` }, /password.* less than or equal to 256$/i],
  ['a password with spaces around', { password: ' Analytical-1843! ' }, /password.* failed to satisfy/i],
  ['a first name of 10,000 characters', { firstName: long }, /less than or equal to 2048$/],
];

test('a sign-up that cannot be taken says why, and keeps what was typed', async ({
  page,
  addresses,
  pageErrors,
  screens: { signUp, notices },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  await signUp.open();
  for (const [name, change, message] of refused) {
    await test.step(name, async () => {
      const person = { ...newPerson(), ...change };
      await signUp.register(person);
      await expect(notices.error).toHaveText(message);
      await expect(signUp.firstName).toHaveValue(person.firstName);
      await expect(signUp.email).toHaveValue(person.email);
      await expect(signUp.password).toHaveValue(person.password);
    });
  }
  await test.step('a phone number of 10,000 letters leaves an empty field', async () => {
    await signUp.phone.fill(long);
    await expect(signUp.phone).toHaveValue('');
    await signUp.phone.fill(' +1 (555)\u00a0123-4567 ');
    await expect(signUp.phone).toHaveValue('(555) 123-4567');
  });
  await expect(page).toHaveTitle('Create your account · Coffer');
});

test('names in any script, with markup or emoji, are names', async ({
  page,
  visitor,
  console,
  screens: { signIn, signUp, verifyEmail, dashboard },
}) => {
  const firstName = `عدا ${emoji} <b>Ada</b>`;
  await signUp.open();
  // What is pasted comes with spaces around.
  await signUp.register({ ...visitor, firstName: `  ${firstName} `, email: `  ${visitor.email} ` });
  await expect(verifyEmail.heading).toBeVisible();
  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(signIn.email).toHaveValue(visitor.email);
  await signIn.signIn({ email: ` ${visitor.email}  `, password: visitor.password });
  await expect(dashboard.welcome(firstName)).toBeVisible();
  await expect(page).toHaveTitle('Dashboard · Coffer');
});

test('whatever stands in the sign-in form is answered in words and kept', async ({
  addresses,
  pageErrors,
  screens: { signIn, forgotPassword, notices },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  await signIn.open();
  for (const text of [long, rightToLeft, markup, emoji]) {
    const password = text.slice(0, 300);
    await signIn.signIn({ email: text, password });
    await expect(notices.error).toHaveText(/[a-z ]{10,}/);
    await expect(signIn.email).toHaveValue(text);
    await expect(signIn.password).toHaveValue(password);
  }
  await signIn.forgotPassword.click();
  for (const text of [long, rightToLeft, markup, emoji]) {
    await forgotPassword.request(text);
    await expect(notices.error).toHaveText(
      /(Failed to send reset code|No account found with this email address)$/,
    );
    await expect(forgotPassword.email).toHaveValue(text);
  }
});
