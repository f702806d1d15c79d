import * as v from 'valibot';
import type { Verification } from '#machines/account/auth.types.ts';
import { giveAuthenticator } from '#tests/browser/factors.ts';
import { visit } from '#tests/browser/history.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import { tooManyCodes } from '#tests/browser/pool.ts';
import { pendingKeys, sessionOf, writeStorage } from '#tests/browser/stored-session.ts';
import {
  type AuthTestData,
  createConfirmedUser,
  createUnconfirmedUser,
  createUserWithResetCode,
  testDataOf,
} from './auth.test-data.ts';
import { breakNextReply } from './browser-failures.ts';
import type { Act, Driver } from './driver.ts';

const linkedMailSchema = v.tupleWithRest([v.object({ link: v.string() })], v.unknown());

/** Lifetime of a sign-in in seconds, longer than any path takes. */
export const longSignIn = 60 * 60;
const wrongCode = '000000';

export const places = {
  signIn: '/login',
  signUp: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
} as const;

export const goTo = async ({ page, screens }: Driver, place: keyof typeof places): Promise<void> => {
  if (new URL(page.url()).pathname !== places[place]) await visit(page, places[place]);
  await screens[place].heading.waitFor();
};

/** Opens the dashboard. Press its buttons with the keyboard, because a toast can cover them. */
export const goToDashboard = async ({ page, screens: { dashboard } }: Driver): Promise<void> => {
  if (new URL(page.url()).pathname !== '/dashboard') await visit(page, '/dashboard');
  await dashboard.signOut.waitFor();
};

/** Returns the person for the next form: the prepared one, or a new one without an account. */
export const takeFormUser = (driver: Driver): Person => {
  const data = testDataOf(driver);
  data.formUser = data.nextFormUser ?? newPerson();
  data.nextFormUser = null;
  return data.formUser;
};

export const setTestData = (driver: Driver, changes: Partial<AuthTestData>): void => {
  Object.assign(testDataOf(driver), changes);
};

/** Returns the person. @throws {Error} if the path has no such person yet */
export const required = (person: Person | null): Person => {
  if (person === null) throw new Error('Nobody waits for a mail');
  return person;
};

export const filledInBy =
  (find: (driver: Driver) => Promise<Person>) =>
  async (driver: Driver): Promise<void> =>
    setTestData(driver, { nextFormUser: await find(driver) });

export const withWrongPassword = async (driver: Driver): Promise<Person> => ({
  ...(await createConfirmedUser(driver)),
  password: 'Wrong-password-1',
});

export const codeOf =
  (role: 'verifying' | 'resetting') =>
  async (driver: Driver): Promise<void> =>
    setTestData(driver, { code: await driver.console.mail(required(testDataOf(driver)[role]).email) });

export const takeCode = (driver: Driver): string => {
  const { code } = testDataOf(driver);
  setTestData(driver, { code: null });
  return code ?? wrongCode;
};

export const acceptCode =
  (name: string, role: 'verifying' | 'resetting'): Act =>
  async (driver) => {
    await (await driver.interceptor(name)).continue();
    setTestData(driver, { [role]: null });
  };

export const refuse =
  (name: string): Act =>
  async (driver) => {
    driver.pageErrors.allowResponse('pool', '/', 400);
    const held = await driver.interceptor(name);
    await held.waitForRequest();
    // Wait for the refusal, because a sign-in only fails at its second request.
    const refused = driver.page.waitForResponse(
      (response) => response.url() === `${driver.addresses.pool}/` && response.status() === 400,
    );
    await held.continue();
    await (await refused).finished();
  };

/** Verifies the email elsewhere, so that the pool refuses the code. */
export const verifiedElsewhere =
  (name: string): Act =>
  async (driver) => {
    await driver.pool.confirm(required(testDataOf(driver).verifying).email);
    await refuse(name)(driver);
    setTestData(driver, { verifying: null });
  };

/** Makes the pool create the account without delivering the code or link. Later deliveries work. */
export const failDelivery: Act = async (driver) => {
  const { formUser } = testDataOf(driver);
  setTestData(driver, { verifying: formUser });
  await driver.pool.set({ codeDeliveryFails: true });
  await refuse('registration')(driver);
  await driver.pool.set({ codeDeliveryFails: false });
  await driver.pool.call('ResendConfirmationCode', { Username: required(formUser).email });
};

export const failOnServer =
  (name: string, operation: string): Act =>
  async (driver) => {
    await driver.refuseNext('pool', `POST / ${operation}`, 500, { __type: 'InternalErrorException' });
    await (await driver.interceptor(name)).continue();
  };

export const breakReply =
  (name: string): Act =>
  async (driver) => {
    const held = await driver.interceptor(name);
    // Wait for this request first, so that an earlier token refresh doesn't get the broken response.
    await held.waitForRequest();
    await breakNextReply(driver.page, `${driver.addresses.pool}/`, 'ok');
    await held.continue();
  };

export const breakReplyOfNothingDone =
  (name: string, operation: string): Act =>
  async (driver) => {
    const match = `POST / ${operation}`;
    await driver.console.addFault({ service: 'pool', match, fault: 'malformed', body: '{}', times: 1 });
    await breakReply(name)(driver);
  };

export const breakRefusal =
  (name: string): Act =>
  async (driver) => {
    driver.pageErrors.allowResponse('pool', '/', 400);
    await breakReply(name)(driver);
  };

export const refuseAsTooMany =
  (name: string, operation: string, role: 'verifying' | 'resetting'): Act =>
  async (driver) => {
    const { email } = required(testDataOf(driver)[role]);
    await driver.console.addFault(tooManyCodes(operation, email));
    await refuse(name)(driver);
  };

/** Blocks a navigation with a 204 response, which makes the browser stay on its page. */
export const blockNavigation = async ({ console }: Driver, match: string): Promise<void> => {
  await console.addFault({ service: 'pool', match, fault: 'status', status: 204 });
};

export const startApp = async (driver: Driver): Promise<void> =>
  (await driver.interceptor('configuration of the app')).disable();

export const startAppAt = async (driver: Driver, address: string): Promise<void> => {
  await driver.page.goto(address, { waitUntil: 'commit' });
  await startApp(driver);
};

export const savePendingEmail = async (
  driver: Driver,
  kind: 'verifying' | 'resetting',
  { isSent = false }: { readonly isSent?: boolean } = {},
): Promise<void> => {
  const person =
    kind === 'verifying' ? await createUnconfirmedUser(driver) : await createUserWithResetCode(driver);
  setTestData(driver, { [kind]: person });
  const key = kind === 'verifying' ? pendingKeys.verification : pendingKeys.reset;
  // A pending link is stored only in the tab that waits for it.
  const isTabs = testDataOf(driver).verification === 'link';
  const entries = [
    [key, person.email] as const,
    ...(isSent ? [[pendingKeys.codeSentTo, person.email] as const] : []),
  ];
  await writeStorage(driver.page, entries, isTabs ? 'sessionStorage' : 'localStorage');
};

export const saveSession = async (driver: Driver): Promise<void> => {
  const customer = await createConfirmedUser(driver);
  setTestData(driver, { customer });
  const session = await sessionOf(driver.addresses.pool, customer, testDataOf(driver).isHosted);
  await writeStorage(driver.page, session);
};

/** Starts the app on return from the hosted pages, after a real sign-in or with forged parameters. */
export const returnFromHostedPages = async (
  driver: Driver,
  meanwhile: (driver: Driver) => Promise<void> = async () => undefined,
): Promise<void> => {
  const { page, screens, addresses } = driver;
  if (!testDataOf(driver).wasAtHostedPages) {
    await meanwhile(driver);
    const kept = [
      [pendingKeys.hostedState, 'forged'],
      [pendingKeys.hostedVerifier, 'forged'],
    ] as const;
    await writeStorage(page, kept, 'sessionStorage');
    await startAppAt(driver, '/login?code=forged&state=forged');
    return;
  }
  const customer = await createConfirmedUser(driver);
  const configuration = await driver.interceptor('configuration of the app');
  await configuration.disable();
  await singleSignOn(driver).waitFor();
  await singleSignOn(driver).click();
  await page.waitForURL(`${addresses.pool}/oauth2/authorize?*`);
  configuration.enable();
  await screens.signIn.email.fill(customer.email);
  await screens.signIn.password.fill(customer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click({ noWaitAfter: true });
  await page.waitForURL(/\/login\?code=/, { waitUntil: 'commit' });
  await meanwhile(driver);
  setTestData(driver, { customer });
  await configuration.disable();
};

export const singleSignOn = ({ page }: Driver) =>
  page.getByRole('button', { name: 'Sign in with single sign-on', exact: true });

export const openVerification = async (driver: Driver, person: Person): Promise<void> => {
  setTestData(driver, { verifying: person, isSending: false });
  await visit(driver.page, places.verifyEmail, { email: person.email });
  await driver.page.getByText(new RegExp(`6-digit code (for|to) ${person.email}`)).waitFor();
};

export const openLink = async (driver: Driver): Promise<Person> => {
  const person = required(testDataOf(driver).verifying);
  const mail = await driver.console.call(`/mail?to=${encodeURIComponent(person.email)}`);
  const [{ link }] = v.parse(linkedMailSchema, mail);
  await fetch(link);
  return person;
};

export const openReset = async (driver: Driver, person: Person): Promise<void> => {
  setTestData(driver, { resetting: person });
  await visit(driver.page, places.resetPassword, { email: person.email });
  await driver.page.getByText(`Enter the code we sent to ${person.email}`).waitFor();
};

/** Creates an action that opens the sign-in page and returns, which clears the failure. */
export const leaveAndReturnTo =
  (place: keyof typeof places): Act =>
  async (driver) => {
    await goTo(driver, 'signIn');
    await goTo(driver, place);
  };

export const leaveForHostedPages: Act = async (driver) => {
  await goTo(driver, 'signIn');
  await blockNavigation(driver, 'GET /oauth2/authorize');
  await singleSignOn(driver).click();
};

export const refuseHostedCode: Act = async (driver) => {
  driver.pageErrors.allowResponse('pool', '/oauth2/token', 400);
  await (await driver.interceptor('hosted code')).continue();
};

export const breakHostedReply: Act = async (driver) => {
  await breakNextReply(driver.page, `${driver.addresses.pool}/oauth2/token`, 'status');
  await refuseHostedCode(driver);
};

/** Signs out of a hosted session. The browser can't leave for the hosted sign-out page. */
export const leaveForHostedSignOut: Act = async (driver) => {
  await blockNavigation(driver, 'GET /logout');
  await (await driver.interceptor('revocation')).continue();
};

export const enterCode: Act = async (driver) => {
  await goTo(driver, 'verifyEmail');
  await driver.screens.verifyEmail.verify(takeCode(driver));
};

export const requestAnotherCode: Act = async (driver) => {
  await goTo(driver, 'verifyEmail');
  await driver.page.getByRole('button', { name: /^Resend (Code|Link)$/ }).click();
};

export const requestAnotherResetCode: Act = async (driver) => {
  await goTo(driver, 'resetPassword');
  await driver.screens.resetPassword.resend.click();
};

export const enterNewPassword: Act = async (driver) => {
  await goTo(driver, 'resetPassword');
  await driver.screens.resetPassword.reset(takeCode(driver), 'Difference-1822?');
};

export const expireCode: Act = async (driver) => {
  await driver.pool.shiftClock(60 * 60_000 + 1);
  await refuse('new password')(driver);
  await driver.pool.shiftClock(0);
};

export const signInByLink: Act = async (driver) => {
  const customer = await openLink(driver);
  setTestData(driver, { customer, verifying: null });
  await (await driver.interceptor('sign-in')).continue();
};

export const meetChallengeByLink: Act = async (driver) => {
  const challenged = await openLink(driver);
  const authenticatorSecret = await giveAuthenticator(driver.console, challenged.email);
  setTestData(driver, { challenged, authenticatorSecret, verifying: null });
  await (await driver.interceptor('sign-in')).continue();
};

export const resetByLink: Act = async (driver) => {
  const resetting = await openLink(driver);
  await driver.pool.resetPassword(resetting.email);
  setTestData(driver, { resetting, verifying: null });
  await refuse('sign-in')(driver);
};

export const disableUser: Act = async (driver) => {
  await driver.pool.disable(required(testDataOf(driver).verifying).email);
  await refuse('sign-in')(driver);
};

const intercepted = [
  'configuration of the app',
  'hosted code',
  'registration',
  'sign-in',
  'passkey request',
  'passkey answer',
  'challenge answer',
  'customer record',
  'confirmation',
  'another code',
  'reset code',
  'new password',
  'revocation',
] as const;

/** Opens the app and holds the request for its configuration. */
export const openApp = async (driver: Driver, verification: Verification): Promise<void> => {
  setTestData(driver, { verification });
  await driver.pool.set({
    hostedUi: true,
    firstFactors: ['PASSWORD', 'WEB_AUTHN'],
    verification,
    challengeSeconds: longSignIn,
    signInCodeSeconds: longSignIn,
  });
  for (const name of intercepted) await driver.interceptor(name);
  await driver.page.goto(places.signIn, { waitUntil: 'commit' });
};
