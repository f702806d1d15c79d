import { buyFirstPackage } from '#tests/browser/first-purchase.ts';
import { test } from '#tests/browser/fixtures.ts';

test.use({ reducedMotion: 'no-preference' });

test('a visitor can sign up, verify the email, sign in and buy credits', async ({
  page,
  visitor,
  screens,
  console,
  payments,
  pageErrors,
}) => buyFirstPackage({ page, visitor, screens, console, payments, pageErrors }));
