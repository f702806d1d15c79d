import type { authMachine } from '#machines/auth.ts';
import type { Answer, AuthEvent, Devices, IdentityFailureName, Restoration } from '#machines/auth.types.ts';
import { banners } from '#texts/account.ts';
import { dashboardTexts } from '#texts/dashboard.ts';
import { devicesTexts } from '#texts/devices.ts';
import { type AuthSetup, never, resolves, signedOut } from '../harness/actors.ts';
import { customer } from '../harness/fixtures.ts';
import { challengeStories, endedChallenges } from './challenges.ts';
import { securityStories } from './security.ts';
import { dashboard, type StoriesOf, type Story } from './story.ts';

const { email } = customer;
const credentials = { email, password: 'Analytical-1843!' };
const signIn: AuthEvent = { type: 'sign-in.submitted', credentials };
const signUp: AuthEvent = {
  type: 'sign-up.submitted',
  registration: { firstName: 'Ada', lastName: 'Lovelace', phone: '+15551234567', ...credentials },
};
const requestReset: AuthEvent = { type: 'reset.requested', email };
const submitCode: AuthEvent = { type: 'code.submitted', code: '123456' };
const requestCode: AuthEvent = { type: 'code.requested' };
const submitReset: AuthEvent = { type: 'reset.submitted', code: '123456', password: credentials.password };
const signOut: AuthEvent = { type: 'sign-out.requested' };

const refused = (name: IdentityFailureName, message = '') =>
  ({ outcome: 'refused', failure: { name, message } }) as const;

const atSignIn = (auth: AuthSetup, more: Partial<Story> = {}): Story => ({ at: '/login', auth, ...more });
const atSignUp = (auth: AuthSetup): Story => ({ at: '/signup', auth });
const atForgotPassword = (auth: AuthSetup): Story => ({ at: '/forgot-password', auth });

const atStart =
  (restored: Partial<Restoration>, screen: Story) =>
  ({ actors, events = [] }: AuthSetup = {}): Story => ({
    ...screen,
    auth: { actors: { restoreSession: resolves({ ...signedOut, ...restored }), ...actors }, events },
  });
const atVerification = atStart({ pendingVerification: email, codeSentTo: email }, { at: '/verify-email' });
const atReset = atStart({ pendingReset: email }, { at: '/reset-password' });

const atLink = ({ actors, events = [] }: AuthSetup = {}): Story => ({
  at: '/verify-email',
  historyState: { email },
  verification: 'link',
  auth: {
    actors: { signUp: resolves({ outcome: 'done', email, verification: 'link' }), ...actors },
    events: [signUp, ...events],
  },
});

/** After a sign-in with an unverified email; `answer` is the result of sending a new code. */
const atTooEarlySignIn = (answer: Answer): Story =>
  atSignIn({
    actors: {
      signIn: resolves({
        outcome: 'unconfirmed',
        email,
        verification: 'code',
        message: 'User is not confirmed.',
      }),
      sendVerificationCode: resolves(answer),
    },
    events: [signIn],
  });

const atOtherEmail = ({ events = [] }: AuthSetup = {}): Story =>
  atStart(
    { user: customer },
    { at: '/verify-email', historyState: { email: 'ada@example.org' } },
  )({ events: [{ type: 'verification.opened', email: 'ada@example.org' }, ...events] });

const atDevices = (devices: Partial<Devices> = {}, ...presses: readonly string[]): Story =>
  dashboard({ devices, presses: [dashboardTexts.security, ...presses] });
const forgetPhone = devicesTexts.forgetName('Safari on iPhone');

export const authStories: StoriesOf<typeof authMachine> = {
  'loading.restoring': { story: atSignIn({ actors: { restoreSession: never() } }, { pending: true }) },
  'loading.completing-hosted-sign-in': {
    story: atSignIn(
      { actors: { restoreSession: resolves({ ...signedOut, returnsFromHostedUi: true }) } },
      { pending: true },
    ),
  },
  'loading.restored': {
    sameAs: 'loading.restoring',
    reason: 'It leads on at once to where what was found belongs.',
  },

  'signed-out.idle': {
    story: atSignIn({}),
    variants: {
      'sign-up': atSignUp({}),
      'forgot-password': atForgotPassword({}),
      'email-verified': atSignIn(
        {},
        { historyState: { email, message: banners.emailVerified, endsSetup: true } },
      ),
      'sign-in-refused': atSignIn({
        actors: { signIn: resolves(refused('not-authorized', 'Incorrect username or password.')) },
        events: [signIn],
      }),
      'sign-in-unavailable': atSignIn({
        actors: { signIn: resolves(refused('unavailable')) },
        events: [signIn],
      }),
      'sign-in-broken': atSignIn({
        actors: { signIn: resolves(refused('unavailable', 'Something went wrong')) },
        events: [signIn],
      }),
      'sign-up-empty': atSignUp({
        actors: { signUp: resolves(refused('field-empty', 'Username cannot be empty')) },
        events: [signUp],
      }),
      'sign-up-refused': atSignUp({
        actors: { signUp: resolves(refused('username-exists')) },
        events: [signUp],
      }),
      'reset-refused': atForgotPassword({
        actors: { sendResetCode: resolves(refused('limit-exceeded')) },
        events: [requestReset],
      }),
      'hosted-sign-in': atSignIn({}, { hostedSignIn: true }),
      'hosted-sign-in-refused': atSignIn(
        {
          actors: {
            restoreSession: resolves({ ...signedOut, returnsFromHostedUi: true }),
            completeHostedSignIn: resolves(refused('unavailable')),
          },
        },
        { hostedSignIn: true },
      ),
      ...endedChallenges,
      'session-not-kept': atSignIn({}, { notKept: true }),
      offline: atSignIn({}, { offline: true }),
    },
  },
  'signed-out.signing-up': { story: atSignUp({ events: [signUp] }) },
  'signed-out.signing-in': { story: atSignIn({ events: [signIn] }) },
  ...challengeStories,
  'signed-out.requesting-reset': { story: atForgotPassword({ events: [requestReset] }) },
  'signed-out.opening-hosted-sign-in': {
    story: atSignIn({ events: [{ type: 'hosted-sign-in.requested' }] }, { hostedSignIn: true }),
  },
  'signed-out.opening-hosted-sign-out': {
    story: atSignIn(
      {
        actors: {
          restoreSession: resolves({ ...signedOut, user: customer }),
          signOut: resolves({ outcome: 'done', hosted: true }),
        },
        events: [signOut],
      },
      { hostedSignIn: true },
    ),
  },

  'pending-verification.waiting': {
    story: atVerification(),
    variants: {
      'code-refused': atVerification({
        actors: { confirmEmail: resolves(refused('code-mismatch')) },
        events: [submitCode],
      }),
      'signed-in-too-early': atTooEarlySignIn({ outcome: 'done' }),
      'signed-in-too-early-and-code-unsent': atTooEarlySignIn(refused('limit-exceeded')),
      'code-unsent': atVerification({
        actors: { sendVerificationCode: resolves(refused('limit-exceeded')) },
        events: [requestCode],
      }),
      'code-refused-while-another-must-wait': atVerification({
        actors: {
          sendVerificationCode: resolves({ outcome: 'done' }),
          confirmEmail: resolves(refused('code-mismatch')),
        },
        events: [requestCode, submitCode],
      }),
      'code-sent-again': atVerification({
        actors: { sendVerificationCode: resolves({ outcome: 'done' }) },
        events: [requestCode],
      }),
    },
  },
  'pending-verification.confirming': { story: atVerification({ events: [submitCode] }) },
  'pending-verification.resending': { story: atVerification({ events: [requestCode] }) },
  'pending-verification.awaiting-link.poll.pausing': { story: atLink() },
  'pending-verification.awaiting-link.poll.trying': {
    sameAs: 'pending-verification.awaiting-link.poll.pausing',
    reason: 'Each try is made behind the spinner that waits for the link.',
  },
  'pending-verification.awaiting-link.mail.sent': {
    sameAs: 'pending-verification.awaiting-link.poll.pausing',
    reason: 'It is the other half of the same wait.',
  },
  'pending-verification.awaiting-link.mail.resending': { story: atLink({ events: [requestCode] }) },

  'pending-reset.waiting': {
    story: atReset(),
    variants: {
      'code-unsent': atReset({
        actors: { sendResetCode: resolves(refused('limit-exceeded')) },
        events: [requestCode],
      }),
      'code-sent-again': atReset({
        actors: { sendResetCode: resolves({ outcome: 'done', email }) },
        events: [requestCode],
      }),
      'reset-refused': atReset({
        actors: { resetPassword: resolves(refused('code-expired')) },
        events: [submitReset],
      }),
    },
  },
  'pending-reset.resetting': {
    story: atReset({ events: [submitReset] }),
  },
  'pending-reset.resending': { story: atReset({ events: [requestCode] }) },

  'signed-in.registering': {
    story: atSignIn({
      actors: { signIn: resolves({ outcome: 'done', user: customer }) },
      events: [signIn],
    }),
  },
  'signed-in.active': {
    story: dashboard(),
    variants: {
      'other-email': atOtherEmail(),
      'customer-code-on-its-way': dashboard({ customerCode: 'on its way', pending: true }),
      offline: dashboard({ offline: true }),
      'no-name': dashboard({
        auth: {
          actors: {
            restoreSession: resolves({
              ...signedOut,
              user: { ...customer, firstName: null, lastName: null },
            }),
          },
        },
      }),
      devices: atDevices(),
      'devices-untracked': atDevices({ listDevices: async () => refused('devices-untracked') }),
      'devices-unavailable': atDevices({ listDevices: async () => refused('unavailable') }),
      'devices-empty': atDevices({ listDevices: async () => ({ outcome: 'done', devices: [] }) }),
      'device-being-forgotten': atDevices({}, forgetPhone),
      'device-not-forgotten': atDevices({ forgetDevice: async () => refused('unavailable') }, forgetPhone),
      ...securityStories,
    },
  },
  'signed-in.confirming': { story: atOtherEmail({ events: [submitCode] }) },
  'signed-in.resending': { story: atOtherEmail({ events: [requestCode] }) },
  'signed-in.signing-out': { story: dashboard({ auth: { events: [signOut] } }) },
  'signed-in.leaving': {
    story: dashboard({
      auth: {
        actors: { signOut: resolves(refused('unavailable')) },
        events: [signOut, signOut],
      },
    }),
  },
};
