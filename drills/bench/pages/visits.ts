import type { BrowserContext } from '@playwright/test';
import type { Subjects } from '../prepare.ts';
import { newVisitor } from './browser.ts';

export const firstField = 'input[type="email"], input[name="username"]';

export const signInPagesOf = ({ ours, amplifyUi, plain }: Subjects) =>
  ({ ours: `${ours}/login`, 'amplify-ui': `${amplifyUi}/login`, plain: `${plain}/login` }) as const;

/** Runs a visit in a new browser context, and records our pages' console messages and errors. */
export const visitAs = async <Result>(
  { browser, complaints, ours, session }: Subjects,
  name: string,
  visit: (context: BrowserContext) => Promise<Result>,
  { isSignedIn = false, isOnPhone = false } = {},
): Promise<Result> => {
  const entries = isSignedIn ? { origin: ours, entries: session } : undefined;
  const context = await newVisitor(browser, entries, isOnPhone);
  if (name.startsWith('ours')) {
    context.on('console', (message) => {
      // Ignore the console's message about the 404 status of our own 404 page.
      if (message.location().url === message.page()?.url() && message.text().includes('404')) return;
      complaints.push(`${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) => complaints.push(`uncaught: ${String(error.error())}`));
  }
  const result = await visit(context);
  await context.close();
  return result;
};
