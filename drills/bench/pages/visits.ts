import type { BrowserContext } from '@playwright/test';
import type { Subjects } from '../prepare.ts';
import { newVisitor } from './browser.ts';

export const firstField = 'input[type="email"], input[name="username"]';

export const signInPagesOf = ({ ours, amplifyUi, plain }: Subjects) =>
  ({ ours: `${ours}/login`, 'amplify-ui': `${amplifyUi}/login`, plain: `${plain}/login` }) as const;

/** Opens a new browser context for a visit, and records the complaints of our pages. */
export const visitAs = async <Result>(
  { browser, complaints, ours, session }: Subjects,
  name: string,
  visit: (context: BrowserContext) => Promise<Result>,
  { isSignedIn = false } = {},
): Promise<Result> => {
  const context = await newVisitor(browser, isSignedIn ? { origin: ours, entries: session } : undefined);
  if (name.startsWith('ours')) {
    context.on('console', (message) => {
      // Our 404 page itself has status 404, which the console reports.
      if (message.location().url === message.page()?.url() && message.text().includes('404')) return;
      complaints.push(`${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) => complaints.push(`uncaught: ${String(error.error())}`));
  }
  const result = await visit(context);
  await context.close();
  return result;
};
