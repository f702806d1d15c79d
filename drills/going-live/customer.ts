import { chromium, expect as playwrightExpect } from '@playwright/test';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { chromiumFlags } from '#tests/browser/chromium/flags.ts';
import { provideChromium } from '#tests/browser/chromium.ts';
import { newPerson } from '#tests/browser/people.ts';
import { screensOf } from '#tests/browser/screens/index.ts';

/** Timeout in ms; an idle machine needs 1% of this. */
const expectTimeout = 60_000;
const expect = playwrightExpect.configure({ timeout: expectTimeout });

/**
 * Opens a browser for a customer. Each method throws an error if the pages have reported errors.
 *
 * @param domain the shop's domain, which resolves to this machine
 * @param mailedCode returns the last code that was emailed to an address
 */
export const openCustomer = async (
  disposables: DisposableStack,
  domain: string,
  mailedCode: (email: string) => string | undefined,
) => {
  const resolver = '--host-resolver-rules=';
  const args = chromiumFlags.map((flag) => (flag.startsWith(resolver) ? `${flag}, EXCLUDE ${domain}` : flag));
  const browser = await chromium.launch({ executablePath: await provideChromium(), args });
  disposables.defer(() => browser.close());
  // Ignore certificate errors, because the browser doesn't trust the authority that this run created.
  const context = await browser.newContext({ baseURL: `https://${domain}`, ignoreHTTPSErrors: true });
  context.setDefaultTimeout(expectTimeout);
  const complaints: string[] = [];
  // Console messages include violations of the CSP and Trusted Types.
  context.on('console', (message) =>
    complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`),
  );
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error()}`));
  const page = await context.newPage();
  const person = newPerson();
  const { signIn, signUp, verifyEmail, dashboard, checkout } = screensOf(page);

  const buy = async (balance: string) => {
    await dashboard.buy('$10.00').click();
    await checkout.fill(person);
    await checkout.pay('$10.00').click();
    await expect(dashboard.success).toContainText('1,300');
    await dashboard.continue.click();
    await expect(dashboard.balance.getByRole('status')).toHaveText(balance);
    expect(complaints).toEqual([]);
  };

  return {
    async buyFirst(): Promise<void> {
      // Retry, because the guide's command returns before nginx has finished reloading.
      await expect(() => page.goto('/signup')).toPass({ timeout: expectTimeout });
      await signUp.register(person);
      await verifyEmail.heading.waitFor();
      await verifyEmail.verify(mailedCode(person.email) ?? '');
      await signIn.signIn(person);
      await buy('1,300 Credits');
    },
    buyAgain: () => buy('2,600 Credits'),
    async reload(): Promise<void> {
      await page.reload();
      await expect(dashboard.balance.getByRole('status')).toHaveText('2,600 Credits');
      expect(complaints).toEqual([]);
    },
  };
};
