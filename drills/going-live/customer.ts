import { type Browser, chromium, expect as playwrightExpect } from '@playwright/test';
import { chromiumFlags } from '#tests/browser/chromium/flags.ts';
import { provideChromium } from '#tests/browser/chromium.ts';
import { newPerson } from '#tests/browser/people.ts';
import { screensOf } from '#tests/browser/screens/index.ts';

/** Somebody at the shop, in a browser. Each of these fails on whatever the pages have complained of. */
export interface Customer {
  /** Registers, signs in and buys the package of $10.00. */
  buyFirst(): Promise<void>;
  /** Buys it once more in the page that is open. */
  buyAgain(): Promise<void>;
  /** Opens the shop anew, and is still signed in. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** A machine with nothing else to do needs a hundredth of it. */
const expectTimeout = 60_000;
const expect = playwrightExpect.configure({ timeout: expectTimeout });

const launch = async (domain: string): Promise<Browser> => {
  const resolver = '--host-resolver-rules=';
  const flags = chromiumFlags.map((flag) =>
    flag.startsWith(resolver) ? `${flag}, EXCLUDE ${domain}` : flag,
  );
  return chromium.launch({ executablePath: await provideChromium(), args: flags });
};

/**
 * Opens a browser.
 *
 * @param domain the shop's, which leads to this machine
 * @param mailedCode the code that was mailed last to an address
 */
export const openCustomer = async (
  domain: string,
  mailedCode: (email: string) => string | undefined,
): Promise<Customer> => {
  const browser = await launch(domain);
  // The authority is this run's own.
  const context = await browser.newContext({ baseURL: `https://${domain}`, ignoreHTTPSErrors: true });
  context.setDefaultTimeout(expectTimeout);
  const complaints: string[] = [];
  // Violations of the content security policy and of Trusted Types are messages, too.
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
    async buyFirst() {
      // A reload of nginx is under way when its command ends.
      await expect(() => page.goto('/signup')).toPass({ timeout: expectTimeout });
      await signUp.register(person);
      await verifyEmail.heading.waitFor();
      await verifyEmail.verify(mailedCode(person.email) ?? '');
      await signIn.signIn(person);
      await buy('1,300 Credits');
    },
    buyAgain: () => buy('2,600 Credits'),
    async reload() {
      await page.reload();
      await expect(dashboard.balance.getByRole('status')).toHaveText('2,600 Credits');
      expect(complaints).toEqual([]);
    },
    close: () => browser.close(),
  };
};
