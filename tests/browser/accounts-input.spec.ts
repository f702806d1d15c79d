import { expect, test } from './fixtures.ts';
import { newPerson } from './people.ts';
import { expectRefusal, recoveryLinks } from './refusals.ts';

const firstName = 'عدا 👩‍💻👩‍💻 <b>Ada</b>';

test('account forms accept valid values and explain invalid ones', async ({
  page,
  pageErrors,
  poolCalls,
  customer,
  console,
  step,
  screens: { signIn, signUp, verifyEmail, dashboard, notices },
}) => {
  await step('an empty sign-up shows the identity library’s message and marks required fields', async () => {
    const person = newPerson();
    await signUp.open();
    await signUp.submit.click();
    await expect(notices.error).toHaveText('Username cannot be empty');
    await expect(signUp.email).toBeFocused();
    for (const [field, text] of [
      [signUp.email, /Email is required$/],
      [signUp.phone, /^Phone is required Required to pay by card/],
      [signUp.password, /Password is required$/],
    ] as const) {
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(text);
    }
    await expect(signUp.firstName).not.toHaveAttribute('aria-invalid');

    await page.keyboard.type(person.email);
    await expect(signUp.email).not.toHaveAttribute('aria-invalid');
    await expect(notices.error).toBeHidden();
    await expect(signUp.lastName).toHaveAccessibleDescription('Optional');
    await page.keyboard.press('Enter');
    await expect(notices.error).toHaveText('Password cannot be empty');
    expect(poolCalls.all()).toEqual([]);
  });

  // Test one error here, because the identity service's unit tests cover every error and its message.
  await step('a rejected sign-up explains why and keeps the form’s values', async () => {
    pageErrors.allowResponse('pool', '/', 400);
    const person = { ...newPerson(), email: customer.email };
    await signUp.register(person);
    await expectRefusal(
      notices.error,
      ['An account with this email already exists', recoveryLinks],
      new Map([
        [signUp.firstName, person.firstName],
        [signUp.lastName, person.lastName],
        [signUp.email, person.email],
        [signUp.password, person.password],
      ]),
    );
    await signUp.email.fill(newPerson().email);
    await expect(notices.error).toBeHidden();
  });

  await step('invalid sign-up fields are marked, and the form isn’t sent', async () => {
    const asked = poolCalls.count('SignUp');
    await signUp.register({ ...newPerson(), phone: '+44 20 7946 0958', password: ' Analytical-1843!' });
    await expect(notices.error).toHaveText('Fix these fields: Phone, Password');
    await expect(signUp.phone).toBeFocused();
    await expect(signUp.phone).toHaveValue('+44 20 7946 0958');
    await expect(signUp.phone).toHaveAccessibleDescription(/^Please enter a US phone number/);
    await expect(signUp.password).toHaveAccessibleDescription("Password can't start or end with a space");
    expect(poolCalls.count('SignUp')).toBe(asked);
  });

  await step('a phone number is formatted while typing and sent in E.164 format', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      const phone = /"phone_number","Value":"([^"]*)"/.exec(body)?.[1];
      if (phone !== undefined) sent.push(phone);
    });
    const person = newPerson();
    await signUp.phone.clear();
    await signUp.phone.pressSequentially('555123456789');
    await expect(signUp.phone).toHaveValue('(555) 123-4567');
    await signUp.register({ ...person, firstName: `  ${firstName} `, email: `  ${person.email} ` });
    await expect(verifyEmail.heading).toBeVisible();
    expect(sent).toEqual(['+15551234567']);
    await verifyEmail.verify(await console.mail(person.email));
    await expect(signIn.email).toHaveValue(person.email);
    await signIn.signIn({ email: ` ${person.email}  `, password: person.password });
    await expect(dashboard.welcome(firstName)).toBeVisible();
    await expect(page).toHaveTitle('Dashboard · Coffer');
  });
});
