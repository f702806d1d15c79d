import * as v from 'valibot';
import type { authMachine } from '#machines/auth.ts';
import { visit } from '#tests/browser/history.ts';
import { sessionOf, waitingKeys, writeStorage } from '#tests/browser/kept-session.ts';
import { pastTokenLife } from '#tests/browser/page-clock.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import type { Rehearsal } from '#tests/models/rehearse.ts';
import { type Cast, castOf, somebodyConfirmed, somebodyForgetful, somebodyUnconfirmed } from './auth.cast.ts';
import { breakNextAddress, breakNextCall, breakNextReply } from './breakage.ts';
import type { Hands } from './hands.ts';
import type { Gesture, ManualSpec } from './manual.ts';

type Manual = ManualSpec<typeof authMachine>;
type Snapshot = Parameters<Manual['sightings'][string]>[1];
type Doing = (hands: Hands, before: Snapshot) => Promise<void>;

const hour = 60 * 60_000;
const wrongCode = '000000';
const newPassword = 'Difference-1822?';
const linkedMailSchema = v.tupleWithRest([v.object({ link: v.string() })], v.unknown());

const places = {
  signIn: '/login',
  signUp: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
} as const;

/** Goes to a page for guests, as its links do, unless it is there already. */
async function goTo({ page, screens }: Hands, place: keyof typeof places): Promise<void> {
  if (new URL(page.url()).pathname !== places[place]) await visit(page, places[place]);
  await screens[place].heading.waitFor();
}

/** Goes to the dashboard. What is pressed there is pressed with the keyboard: a toast may lie over it. */
async function goToDashboard({ page, screens: { dashboard } }: Hands): Promise<void> {
  if (new URL(page.url()).pathname !== '/dashboard') await visit(page, '/dashboard');
  await dashboard.signOut.waitFor();
}

const devicesDialog = ({ page }: Hands) => page.getByRole('dialog', { name: 'Devices', exact: true });

/** Who was arranged to type, else somebody without an account. */
function takeTypist(hands: Hands): Person {
  const cast = castOf(hands);
  cast.typed = cast.typist ?? newPerson();
  cast.typist = null;
  return cast.typed;
}

const cast = (hands: Hands, changes: Partial<Cast>): void => {
  Object.assign(castOf(hands), changes);
};

/** Who waits for a mail, who must be known by then. */
function known(person: Person | null): Person {
  if (person === null) throw new Error('Nobody waits for a mail');
  return person;
}

/** Arranges who types next into the form. */
const typedBy =
  (find: (hands: Hands) => Promise<Person>) =>
  async (hands: Hands): Promise<void> =>
    cast(hands, { typist: await find(hands) });

const withWrongPassword = async (hands: Hands): Promise<Person> => ({
  ...(await somebodyConfirmed(hands)),
  password: 'Wrong-password-1',
});

/** Arranges that the code of the newest mail is typed next. */
const codeOf =
  (role: 'verifying' | 'resetting') =>
  async (hands: Hands): Promise<void> =>
    cast(hands, { code: await hands.console.mail(known(castOf(hands)[role]).email) });

function takeCode(hands: Hands): string {
  const { code } = castOf(hands);
  cast(hands, { code: null });
  return code ?? wrongCode;
}

/** The service answers as it does. */
const answered =
  (gate: string): Doing =>
  async (hands) =>
    (await hands.gate(gate)).pass();

/** The service takes the code: nobody waits for it any more. */
const settled =
  (gate: string, role: 'verifying' | 'resetting'): Doing =>
  async (hands) => {
    await (await hands.gate(gate)).pass();
    cast(hands, { [role]: null });
  };

/** The service answers as it does, and what it answers is a refusal. */
const refused =
  (gate: string): Doing =>
  async (hands) => {
    hands.guard.allowResponse(`${hands.addresses.pool}/`, 400);
    await (await hands.gate(gate)).pass();
  };

/** The service breaks. */
const down =
  (gate: string, operation: string): Doing =>
  async (hands) => {
    await hands.refuseNext('pool', `POST / ${operation}`, 500, { __type: 'InternalErrorException' });
    await (await hands.gate(gate)).pass();
  };

/** The service answers, and the browser can't read it. */
const broken =
  (gate: string): Doing =>
  async (hands) => {
    const held = await hands.gate(gate);
    // Before it there may be a refresh, whose reply is not meant.
    await held.arrived();
    await breakNextReply(hands.page, `${hands.addresses.pool}/`, 'ok');
    await held.pass();
  };

/** The service does nothing, and the browser can't read that it says so. */
const idleUnread =
  (gate: string, operation: string): Doing =>
  async (hands, before) => {
    const match = `POST / ${operation}`;
    await hands.console.addFault({ service: 'pool', match, fault: 'malformed', body: '{}', times: 1 });
    await broken(gate)(hands, before);
  };

/** The service refuses, and the browser can't read that. */
const refusedUnread =
  (gate: string): Doing =>
  async (hands, before) => {
    hands.guard.allowResponse(`${hands.addresses.pool}/`, 400);
    await broken(gate)(hands, before);
  };

/** The service answers that there were too many of these in an hour, because one was enough. */
const tooMany =
  (gate: string, operation: string, role: 'verifying' | 'resetting'): Doing =>
  async (hands, before) => {
    await hands.pool.set({ codeRequestsPerHour: 1 });
    await hands.pool.call(operation, { Username: known(castOf(hands)[role]).email });
    await refused(gate)(hands, before);
    await hands.pool.set({ codeRequestsPerHour: plenty });
  };

const plenty = 1_000;

const wait =
  (milliseconds: number): Doing =>
  ({ page }) =>
    page.clock.fastForward(milliseconds);

/** Lets a hosted page answer with nothing, so that the browser stays where it is. */
const stayHere = async ({ console }: Hands, match: string): Promise<void> => {
  await console.addFault({ service: 'pool', match, fault: 'status', status: 204 });
};

/** It ends at once, in a way that was arranged before; nothing is left to do. */
const atOnce = (prepare: (hands: Hands) => Promise<void>): Gesture<typeof authMachine> => ({
  prepare,
  fleeting: true,
  perform: async () => undefined,
});

/** Lets the app start in the page that waits for its configuration. */
const letStart = async (hands: Hands): Promise<void> => (await hands.gate('configuration of the app')).open();

/** Lets the app start at another address. */
async function letStartAt(hands: Hands, address: string): Promise<void> {
  await hands.page.evaluate((place) => history.replaceState(null, '', place), address);
  await letStart(hands);
}

const waitFor = async (hands: Hands, kind: 'verifying' | 'resetting'): Promise<void> => {
  const person = kind === 'verifying' ? await somebodyUnconfirmed(hands) : await somebodyForgetful(hands);
  cast(hands, { [kind]: person });
  const key = kind === 'verifying' ? waitingKeys.verification : waitingKeys.reset;
  // What waits for a link belongs to the one tab that can end the wait.
  const isTabs = castOf(hands).verification === 'link';
  await writeStorage(hands.page, [[key, person.email]], isTabs ? 'sessionStorage' : 'localStorage');
};

const keepSession = async (hands: Hands): Promise<void> => {
  const customer = await somebodyConfirmed(hands);
  cast(hands, { customer });
  const session = await sessionOf(hands.addresses.pool, customer, castOf(hands).isHosted);
  await writeStorage(hands.page, session);
};

/**
 * Lets the app start as the hosted pages lead back to it: after a real sign-in there, or with an answer of theirs that
 * is worth nothing.
 */
async function returnFromHostedPages(
  hands: Hands,
  meanwhile: (hands: Hands) => Promise<void> = async () => undefined,
): Promise<void> {
  const { page, screens, addresses } = hands;
  if (!castOf(hands).wasAtHostedPages) {
    await meanwhile(hands);
    const kept = [
      [waitingKeys.hostedState, 'forged'],
      [waitingKeys.hostedVerifier, 'forged'],
    ] as const;
    await writeStorage(page, kept, 'sessionStorage');
    await letStartAt(hands, '/login?code=forged&state=forged');
    return;
  }
  const customer = await somebodyConfirmed(hands);
  const configuration = await hands.gate('configuration of the app');
  await configuration.open();
  await singleSignOn(hands).click();
  await page.waitForURL(`${addresses.pool}/oauth2/authorize?*`);
  configuration.close();
  await screens.signIn.email.fill(customer.email);
  await screens.signIn.password.fill(customer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click({ noWaitAfter: true });
  await page.waitForURL(/\/login\?code=/, { waitUntil: 'commit' });
  await meanwhile(hands);
  cast(hands, { customer });
  await configuration.open();
}

const singleSignOn = ({ page }: Hands) =>
  page.getByRole('button', { name: 'Sign in with single sign-on', exact: true });

/** Opens the page that asks for the code of an email, as a redirect does. */
async function openVerification(hands: Hands, person: Person): Promise<void> {
  cast(hands, { verifying: person });
  await visit(hands.page, places.verifyEmail, { email: person.email });
  await hands.page.getByText(`We sent a 6-digit code to ${person.email}.`).waitFor();
}

async function openReset(hands: Hands, person: Person): Promise<void> {
  cast(hands, { resetting: person });
  await visit(hands.page, places.resetPassword, { email: person.email });
  await hands.page.getByText(`Enter the code that we sent to ${person.email}`).waitFor();
}

/** Looks at the sign-in page and comes back, which takes the page's old failure away. */
const passBySignIn: Doing = async (hands, before) => {
  if (before.matches('pending-verification') || before.matches('pending-reset')) {
    await goTo(hands, 'signIn');
    await goTo(hands, before.matches('pending-reset') ? 'resetPassword' : 'verifyEmail');
  } else {
    const isThere = new URL(hands.page.url()).pathname === places.signIn;
    await goTo(hands, isThere ? 'signUp' : 'signIn');
  }
};

const has = (step: string | null) => (before: Snapshot) =>
  before.context.failure === null || before.context.failure.step === step;
const isAtWork = (before: Snapshot): boolean => before.matches({ 'signed-in': 'active' });
const isGuest = (before: Snapshot): boolean => before.matches({ 'signed-out': 'idle' });
const isCompleting = (before: Snapshot): boolean => before.matches({ loading: 'completing-hosted-sign-in' });

const hostedCode = ({ addresses }: Hands): string => `${addresses.pool}/oauth2/token`;

/** Everything that the walks of the account hold back. */
const gates = [
  'configuration of the app',
  'hosted code',
  'registration',
  'sign-in',
  'customer record',
  'confirmation',
  'another code',
  'reset code',
  'new password',
  'devices',
  'forgetting',
  'revocation',
] as const;

export const authStarts: Manual['starts'] = {
  async 'the app is opened'(hands, { steps }) {
    const words = steps.map(({ stimulus }) => stimulus.words);
    const verification = words.some((told) => ofLinks.has(told)) ? 'link' : 'code';
    cast(hands, {
      verification,
      isHosted: isHostedWalk(words),
      wasAtHostedPages: words.includes('completeHostedSignIn answers: done'),
    });
    await hands.pool.set({
      hostedUi: true,
      verification,
      deviceTracking: false,
      codeRequestsPerHour: plenty,
      codeAttemptsPerHour: plenty,
    });
    await hands.page.clock.install();
    for (const gate of gates) await hands.gate(gate);
    await hands.page.goto(places.signIn, { waitUntil: 'commit' });
  },
};

export const authGestures: Manual['gestures'] = {
  // The start
  'restoreSession answers: nothing is left': { perform: letStart },
  'restoreSession answers: a session': {
    async perform(hands) {
      await keepSession(hands);
      await letStart(hands);
    },
  },
  'restoreSession answers: an email waits for its code': {
    async perform(hands) {
      await waitFor(hands, 'verifying');
      await letStartAt(hands, places.verifyEmail);
    },
  },
  'restoreSession answers: a reset waits for its code': {
    async perform(hands) {
      await waitFor(hands, 'resetting');
      await letStartAt(hands, places.resetPassword);
    },
  },
  'restoreSession answers: a link was waited for': {
    async perform(hands) {
      const { email } = newPerson();
      await writeStorage(hands.page, [[waitingKeys.verification, email]], 'sessionStorage');
      await letStart(hands);
    },
  },
  'restoreSession answers: a return from the hosted pages': {
    perform: (hands) => returnFromHostedPages(hands),
  },
  'restoreSession answers: a session and a return from the hosted pages': {
    perform: (hands) => returnFromHostedPages(hands, keepSession),
  },
  'restoreSession answers: a pending email and a return from the hosted pages': {
    perform: (hands) => returnFromHostedPages(hands, (own) => waitFor(own, 'verifying')),
  },
  'restoreSession answers: a pending reset and a return from the hosted pages': {
    perform: (hands) => returnFromHostedPages(hands, (own) => waitFor(own, 'resetting')),
  },
  'completeHostedSignIn answers: done': { perform: answered('hosted code') },
  'completeHostedSignIn answers: a worthless code': {
    async perform(hands) {
      hands.guard.allowResponse(hostedCode(hands), 400);
      await (await hands.gate('hosted code')).pass();
    },
  },
  'completeHostedSignIn fails': {
    async perform(hands) {
      hands.guard.allowResponse(hostedCode(hands), 400);
      await breakNextReply(hands.page, hostedCode(hands), 'status');
      await (await hands.gate('hosted code')).pass();
    },
  },
  'hostedSignInLimit has passed': { perform: wait(10_000) },

  // Signing up
  'a registration is submitted': {
    async perform(hands) {
      await goTo(hands, 'signUp');
      await hands.screens.signUp.register(takeTypist(hands));
    },
  },
  'signUp answers: done, with a code': {
    async perform(hands) {
      cast(hands, { verifying: castOf(hands).typed });
      await (await hands.gate('registration')).pass();
    },
  },
  'signUp answers: done, with a link': {
    async perform(hands) {
      cast(hands, { verifying: castOf(hands).typed });
      await (await hands.gate('registration')).pass();
    },
  },
  'signUp answers: the email is taken': {
    prepare: typedBy(somebodyConfirmed),
    perform: refused('registration'),
  },
  'signUp fails': { perform: broken('registration') },

  // Signing in
  'a sign-in is submitted': {
    async perform(hands) {
      await goTo(hands, 'signIn');
      await hands.screens.signIn.signIn(takeTypist(hands));
    },
  },
  'signIn answers: done': {
    prepare: typedBy(somebodyConfirmed),
    async perform(hands) {
      cast(hands, { customer: known(castOf(hands).typed) });
      await (await hands.gate('sign-in')).pass();
    },
  },
  'signIn answers: the code was not entered': {
    prepare: typedBy(somebodyUnconfirmed),
    async perform(hands, before) {
      cast(hands, { verifying: castOf(hands).typed });
      await refused('sign-in')(hands, before);
    },
  },
  'signIn answers: the link was not opened': {
    prepare: typedBy(somebodyUnconfirmed),
    async perform(hands, before) {
      cast(hands, { verifying: castOf(hands).typed });
      await refused('sign-in')(hands, before);
    },
  },
  'signIn answers: a wrong password': {
    prepare: typedBy(withWrongPassword),
    perform: refused('sign-in'),
  },
  'signIn fails': { prepare: typedBy(somebodyConfirmed), perform: broken('sign-in') },
  'a failed sign-in is dismissed': {
    when: (before) => !isAtWork(before) && has('sign-in')(before),
    perform: passBySignIn,
  },
  'registerCustomer answers: done': { perform: answered('customer record') },
  'registerCustomer fails': {
    async perform(hands) {
      hands.guard.allowMessage('The customer record could not be checked:');
      await hands.refuseNext('store', 'GET /api/auth/profile', 403);
      const records = await hands.gate('customer record');
      await records.pass();
      await records.open();
    },
  },
  'registrationLimit has passed': { perform: wait(3_000) },

  // The hosted pages
  'the hosted sign-in is requested': {
    async perform(hands) {
      await goTo(hands, 'signIn');
      await stayHere(hands, 'GET /oauth2/authorize');
      await singleSignOn(hands).click();
    },
  },
  'openHostedSignIn fails': atOnce(({ page }) => breakNextCall(page, 'digest')),
  'hostedDepartureLimit has passed': { perform: wait(10_000) },
  'a failed hosted sign-in is dismissed': {
    when: (before) => isGuest(before) && has('hosted-sign-in')(before),
    perform: passBySignIn,
  },
  'openHostedSignOut fails': atOnce(({ page }) => breakNextAddress(page, 'logout_uri')),
  'hostedSignOutLimit has passed': { perform: wait(3_000) },

  // The code that verifies an email
  'the verification page is opened': {
    when: (before) => !isCompleting(before),
    perform: async (hands) =>
      openVerification(hands, castOf(hands).verifying ?? (await somebodyUnconfirmed(hands))),
  },
  'the verification page is opened for another email': {
    perform: async (hands) => openVerification(hands, await somebodyUnconfirmed(hands)),
  },
  'a verification code is submitted': {
    async perform(hands) {
      await goTo(hands, 'verifyEmail');
      await hands.screens.verifyEmail.verify(takeCode(hands));
    },
  },
  'confirmEmail answers: done': {
    prepare: codeOf('verifying'),
    perform: settled('confirmation', 'verifying'),
  },
  'confirmEmail answers: a wrong code': { perform: refused('confirmation') },
  'confirmEmail fails': { perform: refusedUnread('confirmation') },
  'confirmOtherEmail answers: done': {
    prepare: codeOf('verifying'),
    perform: settled('confirmation', 'verifying'),
  },
  'confirmOtherEmail answers: a wrong code': { perform: refused('confirmation') },
  'confirmOtherEmail fails': { perform: refusedUnread('confirmation') },
  'a failed verification is dismissed': {
    when: (before) =>
      isAtWork(before) && has('verify-email')(before) && before.context.pendingVerification !== null,
    async perform(hands) {
      await goTo(hands, 'verifyEmail');
      await goToDashboard(hands);
    },
  },
  'another code is requested': {
    async perform(hands, before) {
      if (before.matches('pending-reset')) {
        await goTo(hands, 'resetPassword');
        await hands.screens.resetPassword.resend.click();
      } else {
        await goTo(hands, 'verifyEmail');
        await hands.page.getByRole('button', { name: /^Resend (Code|Link)$/ }).click();
      }
    },
  },
  'resendVerificationCode answers: done': { perform: answered('another code') },
  'resendVerificationCode answers: too many codes': {
    perform: tooMany('another code', 'ResendConfirmationCode', 'verifying'),
  },
  'resendVerificationCode fails': { perform: broken('another code') },
  'resendOtherCode answers: done': { perform: answered('another code') },
  'resendOtherCode answers: too many codes': {
    perform: tooMany('another code', 'ResendConfirmationCode', 'verifying'),
  },
  'resendOtherCode fails': { perform: broken('another code') },

  // The link that verifies an email
  'linkPollInterval has passed': { perform: wait(5_000) },
  'linkPollLimit has passed': {
    when: (before) => before.matches({ 'pending-verification': { 'awaiting-link': { poll: 'pausing' } } }),
    perform: wait(180_000),
  },
  'repeatSignIn answers: the link was opened': {
    async perform(hands) {
      const customer = known(castOf(hands).verifying);
      const mail = await fetch(`${hands.addresses.console}/mail?to=${encodeURIComponent(customer.email)}`);
      const [{ link }] = v.parse(linkedMailSchema, await mail.json());
      await fetch(link);
      cast(hands, { customer, verifying: null });
      await (await hands.gate('sign-in')).pass();
    },
  },
  'repeatSignIn answers: the link was not opened yet': { perform: refused('sign-in') },
  'repeatSignIn answers: the service is away': { perform: down('sign-in', 'InitiateAuth') },
  'repeatSignIn answers: the password is no longer right': {
    async perform(hands, before) {
      await hands.pool.disable(known(castOf(hands).verifying).email);
      await refused('sign-in')(hands, before);
    },
  },
  'repeatSignIn fails': { perform: broken('sign-in') },
  'resendLink answers: done': { perform: answered('another code') },
  'resendLink answers: too many links': {
    perform: tooMany('another code', 'ResendConfirmationCode', 'verifying'),
  },
  'resendLink fails': { perform: broken('another code') },

  // A forgotten password
  'a reset code is requested': {
    async perform(hands) {
      await goTo(hands, 'forgotPassword');
      await hands.screens.forgotPassword.request(takeTypist(hands).email);
    },
  },
  'requestReset answers: done': {
    prepare: typedBy(somebodyConfirmed),
    async perform(hands) {
      cast(hands, { resetting: castOf(hands).typed });
      await (await hands.gate('reset code')).pass();
    },
  },
  'requestReset answers: nobody by this email': { perform: refused('reset code') },
  'requestReset fails': { prepare: typedBy(somebodyConfirmed), perform: broken('reset code') },
  'the reset page is opened': {
    perform: async (hands) => openReset(hands, castOf(hands).resetting ?? (await somebodyForgetful(hands))),
  },
  'the reset page is opened for another email': {
    perform: async (hands) => openReset(hands, await somebodyForgetful(hands)),
  },
  'a new password is submitted': {
    async perform(hands) {
      await goTo(hands, 'resetPassword');
      await hands.screens.resetPassword.reset(takeCode(hands), newPassword);
    },
  },
  'resetPassword answers: done': {
    prepare: codeOf('resetting'),
    perform: settled('new password', 'resetting'),
  },
  'resetPassword answers: an expired code': {
    prepare: codeOf('resetting'),
    async perform(hands, before) {
      await hands.pool.shiftClock(hour + 1);
      await refused('new password')(hands, before);
      await hands.pool.shiftClock(0);
    },
  },
  'resetPassword fails': { perform: refusedUnread('new password') },
  'resendResetCode answers: done': { perform: answered('reset code') },
  'resendResetCode answers: too many codes': {
    perform: tooMany('reset code', 'ForgotPassword', 'resetting'),
  },
  'resendResetCode fails': { perform: broken('reset code') },

  // The devices
  'the devices are opened': {
    async perform(hands) {
      await goToDashboard(hands);
      await hands.page.getByRole('button', { name: 'Devices', exact: true }).press('Enter');
    },
  },
  'listDevices answers: done': {
    async perform(hands) {
      await hands.pool.set({ deviceTracking: true });
      await sessionOf(hands.addresses.pool, castOf(hands).customer);
      await (await hands.gate('devices')).pass();
    },
  },
  'listDevices answers: devices are not tracked': {
    async perform(hands, before) {
      await hands.pool.set({ deviceTracking: false });
      await refused('devices')(hands, before);
    },
  },
  'listDevices fails': {
    async perform(hands, before) {
      await hands.pool.set({ deviceTracking: true });
      await broken('devices')(hands, before);
    },
  },
  'the devices are asked for again': {
    perform: (hands) => devicesDialog(hands).getByRole('button', { name: 'Retry', exact: true }).click(),
  },
  'a device is dismissed': {
    when: ({ context }) => context.devices.length > 0,
    perform: (hands) =>
      devicesDialog(hands)
        .getByRole('button', { name: /^Forget / })
        .click(),
  },
  'forgetDevice answers: done': { perform: answered('forgetting') },
  'forgetDevice answers: no answer from the service': { perform: down('forgetting', 'ForgetDevice') },
  'forgetDevice fails': { perform: idleUnread('forgetting', 'ForgetDevice') },
  'the devices are closed': { perform: ({ page }) => page.keyboard.press('Escape') },

  // The end of a session
  'a sign-out is requested': {
    async perform(hands) {
      await goToDashboard(hands);
      await hands.screens.dashboard.signOut.press('Enter');
    },
  },
  'signOut answers: done': { perform: answered('revocation') },
  'signOut answers: done, from a hosted session': {
    async perform(hands) {
      await stayHere(hands, 'GET /logout');
      await (await hands.gate('revocation')).pass();
    },
  },
  'signOut answers: no answer from the service': { perform: down('revocation', 'RevokeToken') },
  'signOut fails': { perform: idleUnread('revocation', 'RevokeToken') },
  'forgetSession answers: done': atOnce(async () => undefined),
  'forgetSession answers: done, from a hosted session': atOnce((hands) => stayHere(hands, 'GET /logout')),
  'forgetSession fails': atOnce(({ page }) => breakNextCall(page, 'postMessage')),
  'the session ends elsewhere': {
    when: (before) => isAtWork(before) || (isCompleting(before) && before.context.user !== null),
    perform: ({ otherTab }) => otherTab.signOut(),
  },
  'another tab signs in': {
    when: (before) => isAtWork(before) || isGuest(before),
    async perform(hands) {
      const customer = await somebodyConfirmed(hands, 'Grace');
      cast(hands, { customer });
      await hands.otherTab.signIn(await sessionOf(hands.addresses.pool, customer));
    },
  },
  'the session can’t be renewed now': {
    when: isAtWork,
    async perform(hands) {
      const { page, screens, console, guard, addresses } = hands;
      await goToDashboard(hands);
      await page.clock.fastForward(pastTokenLife);
      guard.allowResponse(`${addresses.pool}/`, 503);
      const match = 'POST / InitiateAuth';
      await console.addFault({ service: 'pool', match, fault: 'status', status: 503 });
      await screens.ledger.filter('Pending').click();
      await screens.ledger.region.getByText('Treasury Access Error').waitFor();
      await console.clearFaults();
    },
  },
};

export const authExemptions: Manual['exempt'] = {
  'loading.restoring: error restoreSession':
    'What this device keeps is read without asking anybody, and what can’t be read counts as absent.',
  'signed-out.opening-hosted-sign-in: done openHostedSignIn':
    'Chromium shows no left page again while Playwright drives it.',
  'signed-out.opening-hosted-sign-out: done openHostedSignOut':
    'Chromium shows no left page again while Playwright drives it.',
};

const ofLinks = new Set([
  'restoreSession answers: a link was waited for',
  'signUp answers: done, with a link',
  'signIn answers: the link was not opened',
]);
const ofCodes = new Set([
  'restoreSession answers: an email waits for its code',
  'restoreSession answers: a pending email and a return from the hosted pages',
  'signUp answers: done, with a code',
  'signIn answers: the code was not entered',
  'the verification page is opened',
  'the verification page is opened for another email',
]);
/** After a code was sent there is a wait until another one can be asked for. */
const sendsCode = /^resend\w+ answers: done$/;

/**
 * A pool verifies by code or by link, for a whole walk. Only a session that began at the hosted pages ends there, too.
 * What has forgotten its session and could not tell so can only be left.
 */
export function isAuthCausable({ steps }: Rehearsal): boolean {
  const words = steps.map(({ stimulus }) => stimulus.words);
  if (words.some((told) => ofLinks.has(told)) && words.some((told) => ofCodes.has(told))) return false;
  const sent = words.findIndex((told) => sendsCode.test(told));
  if (sent >= 0 && words.indexOf('another code is requested', sent) > 0) return false;
  if (words.filter((told) => told === 'the session can’t be renewed now').length > 1) return false;
  const lost = words.indexOf('forgetSession fails');
  if (lost >= 0 && words[lost + 1] !== undefined && words[lost + 1] !== 'a sign-out is requested')
    return false;
  return endsWhereItBegan(words);
}

function endsWhereItBegan(words: readonly string[]): boolean {
  let isHosted = false;
  for (const told of words) {
    // A session that is found began where the walk needs it.
    if (told.startsWith('restoreSession answers: a session')) isHosted = isHostedWalk(words);
    else if (told === 'completeHostedSignIn answers: done') isHosted = true;
    else if (
      /^(signIn answers: done|repeatSignIn answers: the link was opened|another tab signs in)$/.test(told)
    )
      isHosted = false;
    else if (
      /^(signOut|forgetSession) answers: done/.test(told) &&
      isHosted !== told.endsWith('hosted session')
    )
      return false;
  }
  return true;
}

const isHostedWalk = (words: readonly string[]): boolean =>
  words.some((told) => told.endsWith('from a hosted session'));
