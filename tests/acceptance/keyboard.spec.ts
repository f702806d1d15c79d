import { expect, test } from '#tests/browser/fixtures.ts';
import { hiddenFocus, tabTo } from '#tests/browser/focus.ts';
import { cvv, testCards } from '#tests/browser/screens/checkout.ts';

test('a visitor can sign up, buy, view the purchase and sign out by keyboard alone', async ({
  page,
  visitor,
  console,
  screens: { signIn, signUp, verifyEmail, header, dashboard, checkout, ledger, activity, notices },
}) => {
  const { keyboard } = page;

  await test.step('the sign-up form can be filled in and sent by keyboard', async () => {
    await page.goto('/');
    await expect(signIn.heading).toBeVisible();
    await tabTo(page, signIn.createAccount);
    await keyboard.press('Enter');
    await expect(signUp.heading).toBeFocused();
    for (const [field, text] of [
      [signUp.firstName, visitor.firstName],
      [signUp.lastName, visitor.lastName],
      [signUp.email, visitor.email],
      [signUp.phone, visitor.phone],
      [signUp.password, visitor.password],
    ] as const) {
      await tabTo(page, field);
      await keyboard.type(text);
    }
    await tabTo(page, signIn.show);
    await keyboard.press('Space');
    await expect(signUp.password).toHaveAttribute('type', 'text');
    await tabTo(page, signUp.submit);
    const answer = await console.addFault({ service: 'pool', match: 'POST / SignUp', fault: 'hold' });
    await keyboard.press('Space');
    await answer.held();
    await expect(signUp.password).toHaveAttribute('type', 'password');
    await answer.remove();
    await expect(
      notices.toast('Account created! Please check your email for a verification code.'),
    ).toBeVisible();
  });

  await test.step('the email can be verified by keyboard', async () => {
    await expect(verifyEmail.heading).toBeFocused();
    await tabTo(page, verifyEmail.code);
    await keyboard.type(await console.mail(visitor.email));
    await keyboard.press('Enter');
    await expect(notices.toast('Email verified! Account is ready.')).toBeVisible();
    await expect(notices.success('Email verified! Please sign in to complete setup.')).toBeVisible();
  });

  await test.step('the customer can sign in by keyboard', async () => {
    await expect(signIn.password).toBeFocused();
    await expect(signIn.email).toHaveValue(visitor.email);
    await keyboard.type(visitor.password);
    await keyboard.press('Enter');
    await expect(dashboard.welcome(visitor.firstName)).toBeFocused();
  });

  await test.step('a package can be chosen and the card fields filled in by keyboard', async () => {
    await expect(dashboard.buy('$10.00')).toBeVisible();
    await tabTo(page, dashboard.buy('$10.00'));
    await keyboard.press('Enter');
    await expect(checkout.region.getByRole('heading', { name: 'Checkout', exact: true })).toBeFocused();
    await expect(checkout.field('First name')).toHaveValue(visitor.firstName);
    await expect(checkout.field('Last name')).toHaveValue(visitor.lastName);
    await expect(checkout.field('Phone')).toHaveValue('(555) 123-4567');
    await expect(checkout.cardField('CVV')).toBeEditable();
    for (const [title, text] of [
      ['Card number', testCards.approved],
      ['Expiry', '1234'],
      ['CVV', cvv],
    ] as const) {
      await tabTo(page, checkout.frame(title));
      await expect(checkout.cardField(title)).toBeFocused();
      await expect(checkout.cardField(title)).toBeEditable();
      await keyboard.type(text);
    }
  });

  await test.step('the billing address can be entered and the payment sent by keyboard', async () => {
    for (const [label, text] of [
      ['Street address', '888 Cable Street'],
      ['City', 'Chicago'],
      ['State', 'Illinois'],
      ['ZIP code', '60601'],
    ] as const) {
      await tabTo(page, checkout.field(label));
      await keyboard.type(text);
    }
    await expect(checkout.field('State')).toHaveValue('IL');
    await tabTo(page, checkout.cancel);
    await expect(checkout.pay('$10.00')).toBeEnabled();
    await tabTo(page, checkout.pay('$10.00'));
    await keyboard.press('Enter');
  });

  await test.step('the success dialog can be closed by keyboard', async () => {
    await expect(dashboard.success).toBeVisible();
    await tabTo(page, dashboard.continue);
    await keyboard.press('Enter');
    await expect(dashboard.success).toBeHidden();
    await expect(dashboard.packages.getByRole('heading', { name: 'Credit Packages' })).toBeFocused();
  });

  await test.step('the ledger can be filtered and the purchase opened by keyboard', async () => {
    await tabTo(page, ledger.filter('All'));
    await keyboard.press('Space');
    await expect(ledger.filter('All')).toHaveAttribute('aria-pressed', 'true');
    await expect(ledger.rows).toHaveCount(1);
    const row = ledger.cell('Transaction ID').getByRole('button');
    await tabTo(page, row);
    await keyboard.press('Enter');
    await expect(ledger.details).toBeVisible();
    await tabTo(page, ledger.print);
    await keyboard.press('Escape');
    await expect(ledger.details).toBeHidden();
    await expect(row).toBeFocused();
  });

  await test.step('the activity page can be filtered by keyboard', async () => {
    const grants = await console.addFault({ service: 'store', match: 'GET /api/grants', fault: 'hold' });
    await tabTo(page, header.activity, 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(activity.heading).toBeFocused();
    await tabTo(page, activity.filter);
    await grants.remove();
    await expect(activity.grants).toHaveCount(2);
    await expect.poll(() => hiddenFocus(page), 'late credits leave it in view').toBeNull();
    await keyboard.press('S');
    await expect(activity.filter).toHaveValue('spend');
    await tabTo(page, activity.showAll);
    await keyboard.press('Enter');
    await expect(activity.list).toBeFocused();
    await expect(activity.cell('Balance')).toHaveText('1,300');
    await tabTo(page, activity.older);
    await tabTo(page, header.dashboard, 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(dashboard.welcome(visitor.firstName)).toBeFocused();
  });

  await test.step('the customer can sign out by keyboard', async () => {
    await tabTo(page, dashboard.signOut, 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(notices.toast('Signed out successfully')).toBeVisible();
    await expect(signIn.heading).toBeFocused();
  });

  // The CSP blocks injected styles, so no library may add any.
  await expect(page.locator('style')).toHaveCount(0);
});

test('the checkout scrolls into view in the same frame that focuses its heading', async ({
  page,
  customer,
  session,
  screens: { dashboard },
}) => {
  await session.openAs(customer);
  await expect(dashboard.buy('$10.00')).toBeVisible();
  const headingTop = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        document.addEventListener('focusin', ({ target }) => {
          if (target instanceof HTMLHeadingElement && target.textContent === 'Checkout')
            requestAnimationFrame(() => resolve(target.getBoundingClientRect().top));
        });
      }),
  );
  await dashboard.buy('$10.00').press('Enter');
  expect(await headingTop).toBeLessThan(100);
});
