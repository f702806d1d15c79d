import * as v from 'valibot';
import type { authMachine } from '#machines/auth.ts';
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
import type { BrowserTestModel, EventExecutor } from './browser-test-model.ts';
import type { Driver } from './driver.ts';

const linkedMailSchema = v.tupleWithRest([v.object({ link: v.string() })], v.unknown());

type Model = BrowserTestModel<typeof authMachine>;
type Snapshot = Parameters<Model['stateAssertions'][string]>[1];
type Execute = EventExecutor<typeof authMachine>['execute'];

/** Seconds that a sign-in may take: more than any path does. */
export const longSignIn = 60 * 60;
const wrongCode = '000000';

export const places = {
  signIn: '/login',
  signUp: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
} as const;

/** Goes to a page for guests, as its links do, unless it is there already. */
export const goTo = async ({ page, screens }: Driver, place: keyof typeof places): Promise<void> => {
  if (new URL(page.url()).pathname !== places[place]) await visit(page, places[place]);
  await screens[place].heading.waitFor();
};

/** Goes to the dashboard. What is pressed there is pressed with the keyboard: a toast may lie over it. */
export const goToDashboard = async ({ page, screens: { dashboard } }: Driver): Promise<void> => {
  if (new URL(page.url()).pathname !== '/dashboard') await visit(page, '/dashboard');
  await dashboard.signOut.waitFor();
};

/** Who was arranged to type, else somebody without an account. */
export const takeFormUser = (driver: Driver): Person => {
  const data = testDataOf(driver);
  data.formUser = data.nextFormUser ?? newPerson();
  data.nextFormUser = null;
  return data.formUser;
};

export const setTestData = (driver: Driver, changes: Partial<AuthTestData>): void => {
  Object.assign(testDataOf(driver), changes);
};

/** Who waits for a mail, who must be known by then. */
export const required = (person: Person | null): Person => {
  if (person === null) throw new Error('Nobody waits for a mail');
  return person;
};

/** Arranges who types next into the form. */
export const filledInBy =
  (find: (driver: Driver) => Promise<Person>) =>
  async (driver: Driver): Promise<void> =>
    setTestData(driver, { nextFormUser: await find(driver) });

export const withWrongPassword = async (driver: Driver): Promise<Person> => ({
  ...(await createConfirmedUser(driver)),
  password: 'Wrong-password-1',
});

/** Arranges that the code of the newest mail is typed next. */
export const codeOf =
  (role: 'verifying' | 'resetting') =>
  async (driver: Driver): Promise<void> =>
    setTestData(driver, { code: await driver.console.mail(required(testDataOf(driver)[role]).email) });

export const takeCode = (driver: Driver): string => {
  const { code } = testDataOf(driver);
  setTestData(driver, { code: null });
  return code ?? wrongCode;
};

/** The service answers as it does. */
export const continueRequest =
  (name: string): Execute =>
  async (driver) =>
    (await driver.interceptor(name)).continue();

/** The service takes the code: nobody waits for it any more. */
export const acceptCode =
  (name: string, role: 'verifying' | 'resetting'): Execute =>
  async (driver) => {
    await (await driver.interceptor(name)).continue();
    setTestData(driver, { [role]: null });
  };

/** The service answers as it does, and what it answers is a refusal. */
export const refuse =
  (name: string): Execute =>
  async (driver) => {
    driver.pageErrors.allowResponse(`${driver.addresses.pool}/`, 400);
    const held = await driver.interceptor(name);
    await held.waitForRequest();
    // A sign-in is refused at its second request: the clock may not go on before.
    const refused = driver.page.waitForResponse(
      (response) => response.url() === `${driver.addresses.pool}/` && response.status() === 400,
    );
    await held.continue();
    await (await refused).finished();
  };

/** The email was verified elsewhere in the meantime: nobody waits for its code any more. */
export const verifiedElsewhere =
  (name: string): Execute =>
  async (driver, before) => {
    await driver.pool.confirm(required(testDataOf(driver).verifying).email);
    await refuse(name)(driver, before);
    setTestData(driver, { verifying: null });
  };

/** The service makes the account, and can't deliver its code or link. Later ones arrive. */
export const failDelivery: Execute = async (driver, before) => {
  const { formUser } = testDataOf(driver);
  setTestData(driver, { verifying: formUser });
  await driver.pool.set({ codeDeliveryFails: true });
  await refuse('registration')(driver, before);
  await driver.pool.set({ codeDeliveryFails: false });
  await driver.pool.call('ResendConfirmationCode', { Username: required(formUser).email });
};

/** The service breaks. */
export const failOnServer =
  (name: string, operation: string): Execute =>
  async (driver) => {
    await driver.refuseNext('pool', `POST / ${operation}`, 500, { __type: 'InternalErrorException' });
    await (await driver.interceptor(name)).continue();
  };

/** The service answers, and the browser can't read it. */
export const breakReply =
  (name: string): Execute =>
  async (driver) => {
    const held = await driver.interceptor(name);
    // Before it there may be a refresh, whose reply is not meant.
    await held.waitForRequest();
    await breakNextReply(driver.page, `${driver.addresses.pool}/`, 'ok');
    await held.continue();
  };

/** The service does nothing, and the browser can't read that it says so. */
export const breakReplyOfNothingDone =
  (name: string, operation: string): Execute =>
  async (driver, before) => {
    const match = `POST / ${operation}`;
    await driver.console.addFault({ service: 'pool', match, fault: 'malformed', body: '{}', times: 1 });
    await breakReply(name)(driver, before);
  };

/** The service refuses, and the browser can't read that. */
export const breakRefusal =
  (name: string): Execute =>
  async (driver, before) => {
    driver.pageErrors.allowResponse(`${driver.addresses.pool}/`, 400);
    await breakReply(name)(driver, before);
  };

/** The service answers that there were too many of these in an hour. */
export const refuseAsTooMany =
  (name: string, operation: string, role: 'verifying' | 'resetting'): Execute =>
  async (driver, before) => {
    const { email } = required(testDataOf(driver)[role]);
    await driver.console.addFault(tooManyCodes(operation, email));
    await refuse(name)(driver, before);
  };

/** Lets a hosted page answer with nothing, so that the browser stays where it is. */
export const blockNavigation = async ({ console }: Driver, match: string): Promise<void> => {
  await console.addFault({ service: 'pool', match, fault: 'status', status: 204 });
};

/** It ends at once, in a way that was arranged before; nothing is left to do. */
export const immediately = (
  prepare: (driver: Driver) => Promise<void>,
): EventExecutor<typeof authMachine> => ({
  prepare,
  immediate: true,
  execute: async () => undefined,
});

/** Lets the app start in the page that waits for its configuration. */
export const startApp = async (driver: Driver): Promise<void> =>
  (await driver.interceptor('configuration of the app')).disable();

/** Lets the app start at another address. */
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
  // What waits for a link belongs to the one tab that can end the wait.
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

/**
 * Lets the app start as the hosted pages lead back to it: after a real sign-in there, or with an answer of theirs that
 * is worth nothing.
 */
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

/** Opens the page that asks for the code of an email, as a redirect does. */
export const openVerification = async (driver: Driver, person: Person): Promise<void> => {
  setTestData(driver, { verifying: person });
  await visit(driver.page, places.verifyEmail, { email: person.email });
  await driver.page.getByText(new RegExp(`6-digit code (for|to) ${person.email}`)).waitFor();
};

/** Opens the link in the mail of who waits for it. */
export const openLink = async (driver: Driver): Promise<Person> => {
  const person = required(testDataOf(driver).verifying);
  const mail = await fetch(`${driver.addresses.console}/mail?to=${encodeURIComponent(person.email)}`);
  const [{ link }] = v.parse(linkedMailSchema, await mail.json());
  await fetch(link);
  return person;
};

export const openReset = async (driver: Driver, person: Person): Promise<void> => {
  setTestData(driver, { resetting: person });
  await visit(driver.page, places.resetPassword, { email: person.email });
  await driver.page.getByText(`Enter the code we sent to ${person.email}`).waitFor();
};

/** Looks at the sign-in page and comes back, which takes the page's old failure away. */
export const visitAnotherPage: Execute = async (driver, before) => {
  if (before.matches('pending-verification') || before.matches('pending-reset')) {
    await goTo(driver, 'signIn');
    await goTo(driver, before.matches('pending-reset') ? 'resetPassword' : 'verifyEmail');
  } else {
    const isThere = new URL(driver.page.url()).pathname === places.signIn;
    await goTo(driver, isThere ? 'signUp' : 'signIn');
  }
};

export const hasNoOtherFailure = (step: string | null) => (before: Snapshot) =>
  before.context.failure === null || before.context.failure.step === step;
export const isActive = (before: Snapshot): boolean => before.matches({ 'signed-in': 'active' });
export const isGuest = (before: Snapshot): boolean => before.matches({ 'signed-out': 'idle' });
export const isCompleting = (before: Snapshot): boolean =>
  before.matches({ loading: 'completing-hosted-sign-in' });

export const hostedCode = ({ addresses }: Driver): string => `${addresses.pool}/oauth2/token`;
