import type { Devices } from '#features/shared/security.ts';
import type { authMachine } from '#machines/account/auth.ts';
import type {
  AuthEvent,
  IdentityFailureName,
  IdentityResult,
  Restoration,
  SentCode,
} from '#machines/account/auth.types.ts';
import type { hostedMachine } from '#machines/account/hosted.ts';
import type { resetMachine } from '#machines/account/reset.ts';
import type { ResetEvent } from '#machines/account/reset.types.ts';
import type { verificationMachine } from '#machines/account/verification.ts';
import type { VerificationEvent } from '#machines/account/verification.types.ts';
import { banners } from '#texts/account.ts';
import { devicesTexts } from '#texts/devices.ts';
import { hostedSignInTexts } from '#texts/hosted-sign-in.ts';
import { type AuthSetup, never, resolves, signedOut } from '../harness/actors.ts';
import { customer, now } from '../harness/fixtures.ts';
import { endedChallenges } from './challenges.ts';
import { unusedPasskeys } from './passkey.ts';
import { securityStories } from './security.ts';
import { dashboard, type StoriesOf, type Story, securityPage } from './story.ts';

const { email } = customer;
const credentials = { email, password: 'Analytical-1843!' };
const signIn: AuthEvent = { type: 'sign-in.submitted', credentials };
const signUp: AuthEvent = {
  type: 'sign-up.submitted',
  registration: { firstName: 'Ada', lastName: 'Lovelace', phone: '+15551234567', ...credentials },
};
const requestReset: AuthEvent = { type: 'reset.requested', email };
const submitCode: VerificationEvent = { type: 'code.submitted', code: '123456' };
const requestCode = { type: 'code.requested' } as const;
const submitReset: ResetEvent = { type: 'reset.submitted', code: '123456', password: credentials.password };
const signOut: AuthEvent = { type: 'sign-out.requested' };

const refused = (name: IdentityFailureName, message = '') =>
  ({ outcome: 'refused', failure: { name, message } }) as const;

const sent = { outcome: 'done', sentAt: now } as const;

const atSignIn = (auth: AuthSetup, more: Partial<Story> = {}): Story => ({ at: '/login', auth, ...more });
const atSignUp = (auth: AuthSetup): Story => ({ at: '/signup', auth });
const atForgotPassword = (auth: AuthSetup): Story => ({ at: '/forgot-password', auth });

const atStart =
  (restored: Partial<Restoration>, screen: Story) =>
  ({ actors, ...setup }: AuthSetup = {}): Story => ({
    ...screen,
    auth: { actors: { restoreSession: resolves({ ...signedOut, ...restored }), ...actors }, ...setup },
  });
const atVerification = atStart({ pendingVerification: email, codeSentTo: email }, { at: '/verify-email' });
const atReset = atStart({ pendingReset: email }, { at: '/reset-password' });

const atLink = ({ actors, events = [] }: AuthSetup = {}): Story => ({
  at: '/verify-email',
  historyState: { email },
  verification: 'link',
  auth: {
    actors: { signUp: resolves({ outcome: 'done', email, verification: 'link', waiting: null }), ...actors },
    events: [signUp, ...events],
  },
});

/** Shows a sign-in with an unverified email. `answer` is the result of sending a new code. */
const atTooEarlySignIn = (answer: IdentityResult<SentCode>): Story =>
  atSignIn({
    actors: {
      signIn: resolves({
        outcome: 'unconfirmed',
        email,
        verification: 'code',
        message: 'User is not confirmed.',
      }),
    },
    verification: { sendVerificationCode: resolves(answer) },
    events: [signIn],
  });

const atOtherEmail = ({ events = [] }: AuthSetup = {}): Story =>
  atStart(
    { user: customer },
    { at: '/verify-email', historyState: { email: 'ada@example.org' } },
  )({ events: [{ type: 'verification.opened', email: 'ada@example.org' }, ...events] });

const atDevices = (devices: Partial<Devices> = {}, ...presses: readonly string[]): Story =>
  securityPage({ devices, presses });
const forgetPhone = devicesTexts.forgetName('Safari on iPhone');

export const authStories: StoriesOf<typeof authMachine> = {
  'loading.restoring': { story: atSignIn({ actors: { restoreSession: never() } }, { pending: true }) },
  'loading.completing-hosted-sign-in': {
    sameAs: 'completing-sign-in',
    machine: 'hosted',
    reason: 'The visit is completed behind the same screen.',
  },
  'loading.restored': {
    sameAs: 'loading.restoring',
    reason: 'It leads on at once to where what was found belongs.',
  },

  'guest.signed-out': {
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
        actors: { requestReset: resolves(refused('limit-exceeded')) },
        events: [requestReset],
      }),
      passkeys: atSignIn({}, { passkeys: true }),
      'hosted-sign-in': atSignIn({}, { hostedSignIn: true }),
      'hosted-sign-in-refused': atSignIn(
        {
          actors: { restoreSession: resolves({ ...signedOut, returnsFromHostedUi: true }) },
          hosted: { completeHostedSignIn: resolves(refused('unavailable')) },
        },
        { hostedSignIn: true },
      ),
      'hosted-sign-in-canceled': atSignIn(
        {
          actors: { restoreSession: resolves({ ...signedOut, returnsFromHostedUi: true }) },
          hosted: {
            completeHostedSignIn: resolves(refused('sign-in-canceled', hostedSignInTexts.canceled)),
          },
        },
        { hostedSignIn: true },
      ),
      ...unusedPasskeys,
      ...endedChallenges,
      'session-not-kept': atSignIn({}, { notKept: true }),
      offline: atSignIn({}, { offline: true }),
    },
  },
  'signing-up': { story: atSignUp({ events: [signUp] }) },
  'signing-in': { story: atSignIn({ events: [signIn] }, { hostedSignIn: true, passkeys: true }) },
  answered: {
    sameAs: 'signing-in',
    reason: 'What was answered decides at once where to continue.',
  },
  'guest.challenged': {
    sameAs: 'waiting.authenticator-code',
    machine: 'challenge',
    reason: 'Each challenge has its screen.',
  },
  'requesting-reset': { story: atForgotPassword({ events: [requestReset] }) },
  'opening-hosted-pages': {
    sameAs: 'opening-sign-in',
    machine: 'hosted',
    reason: 'The visit says which page is left.',
  },
  'guest.pending-verification': {
    sameAs: 'by-code.waiting',
    machine: 'verification',
    reason: 'The verification says how far it is.',
  },
  'guest.pending-reset': { sameAs: 'waiting', machine: 'reset', reason: 'The reset says how far it is.' },
  'signed-in.registering': {
    story: atSignIn({
      actors: { signIn: resolves({ outcome: 'done', user: customer }) },
      events: [signIn],
    }),
  },
  'signed-in.active.idle': {
    story: dashboard(),
    variants: {
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
  'signed-in.active.verifying': { story: atOtherEmail() },
  'signed-in.signing-out': { story: dashboard({ auth: { events: [signOut] } }) },
};

export const hostedStories: StoriesOf<typeof hostedMachine> = {
  starting: { sameAs: 'opening-sign-in', reason: 'It leads on at once.' },
  'opening-sign-in': {
    story: atSignIn({ events: [{ type: 'hosted-sign-in.requested' }] }, { hostedSignIn: true }),
  },
  'opening-sign-out': {
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
  'completing-sign-in': {
    story: atSignIn(
      { actors: { restoreSession: resolves({ ...signedOut, returnsFromHostedUi: true }) } },
      { pending: true },
    ),
  },
  answered: {
    sameAs: 'signed-in.registering',
    machine: 'auth',
    reason: 'The customer record is checked behind the same screen.',
  },
  returned: { sameAs: 'guest.signed-out', machine: 'auth', reason: 'The guest can try again.' },
  failed: { sameAs: 'guest.signed-out', machine: 'auth', reason: 'The sign-in page says why.' },
};

export const verificationStories: StoriesOf<typeof verificationMachine> = {
  starting: { sameAs: 'by-code.resending', reason: 'It leads on at once.' },
  'by-code.waiting': {
    story: atVerification(),
    variants: {
      'code-refused': atVerification({
        verification: { confirmEmail: resolves(refused('code-mismatch')) },
        events: [submitCode],
      }),
      'signed-in-too-early': atTooEarlySignIn(sent),
      'signed-in-too-early-and-code-unsent': atTooEarlySignIn(refused('limit-exceeded')),
      'code-unsent': atVerification({
        verification: { sendVerificationCode: resolves(refused('limit-exceeded')) },
        events: [requestCode],
      }),
      'code-refused-while-another-must-wait': atVerification({
        verification: {
          sendVerificationCode: resolves(sent),
          confirmEmail: resolves(refused('code-mismatch')),
        },
        events: [requestCode, submitCode],
      }),
      'code-sent-again': atVerification({
        verification: { sendVerificationCode: resolves(sent) },
        events: [requestCode],
      }),
    },
  },
  'by-code.confirming': {
    story: atVerification({ events: [submitCode] }),
    variants: { 'other-email': atOtherEmail({ events: [submitCode] }) },
  },
  'by-code.resending': {
    story: atVerification({ events: [requestCode] }),
    variants: { 'other-email': atOtherEmail({ events: [requestCode] }) },
  },
  'by-link.poll.pausing': { story: atLink() },
  'by-link.poll.trying': {
    sameAs: 'by-link.poll.pausing',
    reason: 'Each try is made behind the spinner that waits for the link.',
  },
  'by-link.mail.sent': {
    sameAs: 'by-link.poll.pausing',
    reason: 'It is the other half of the same wait.',
  },
  'by-link.mail.resending': { story: atLink({ events: [requestCode] }) },
  verified: {
    sameAs: 'guest.signed-out',
    machine: 'auth',
    reason: 'The sign-in page says that the email is verified.',
  },
  unconfirmed: {
    sameAs: 'guest.signed-out',
    machine: 'auth',
    reason: 'The sign-in page says that the link was not opened.',
  },
};

export const resetStories: StoriesOf<typeof resetMachine> = {
  waiting: {
    story: atReset(),
    variants: {
      'code-unsent': atReset({
        reset: { sendResetCode: resolves(refused('limit-exceeded')) },
        events: [requestCode],
      }),
      'code-sent-again': atReset({
        reset: { sendResetCode: resolves({ ...sent, email }) },
        events: [requestCode],
      }),
      'reset-refused': atReset({
        reset: { resetPassword: resolves(refused('code-expired')) },
        events: [submitReset],
      }),
    },
  },
  resetting: {
    story: atReset({ events: [submitReset] }),
  },
  resending: { story: atReset({ events: [requestCode] }) },
  done: {
    sameAs: 'guest.signed-out',
    machine: 'auth',
    reason: 'The sign-in page says that the password is set.',
  },
};
