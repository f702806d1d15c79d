import type {
  AuthEvent,
  ChallengeAnswer,
  SignInChallenge,
  SignInResult,
} from '#machines/account/auth.types.ts';
import type { challengeMachine } from '#machines/account/challenge.ts';
import { banners } from '#texts/account.ts';
import { challengeEndText } from '#texts/challenges.ts';
import { resolves } from '../harness/actors.ts';
import { customer } from '../harness/fixtures.ts';
import type { StoriesOf, Story } from './story.ts';

const { email } = customer;
const signIn: AuthEvent = { type: 'sign-in.submitted', credentials: { email, password: 'Analytical-1843!' } };
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const app: SignInChallenge = { name: 'authenticator-code', email };
const phone: SignInChallenge = { name: 'text-message-code', email, destination: '+*******4567' };
const mail: SignInChallenge = { name: 'email-code', email, destination: 'a***@e***' };
const choice: SignInChallenge = {
  name: 'factor-choice',
  email,
  factors: ['authenticator-code', 'text-message-code', 'email-code'],
};
const setup: SignInChallenge = { name: 'authenticator-setup', email, secret };
const newPassword = (...missingAttributes: readonly string[]): SignInChallenge => ({
  name: 'new-password',
  email,
  missingAttributes,
});

const code: ChallengeAnswer = { code: '123456' };
const password: ChallengeAnswer = { password: 'analytical', attributes: {} };
const refused = (name: 'code-mismatch' | 'code-expired' | 'field-empty' | 'password-invalid', message = '') =>
  ({ outcome: 'refused', failure: { name, message } }) as const;

const challenged = (challenge: SignInChallenge, answer?: ChallengeAnswer, outcome?: SignInResult): Story => ({
  at: '/login',
  auth: {
    actors: { signIn: resolves({ outcome: 'challenged', challenge }) },
    ...(outcome && { challenge: { answerChallenge: resolves(outcome) } }),
    events: [signIn, ...(answer ? [{ type: 'challenge.answered', answer } as const] : [])],
  },
});

export const endedChallenges: Readonly<Record<string, Story>> = {
  'sign-in-interrupted': { at: '/login', historyState: { email, notice: banners.signInInterrupted } },
  'sign-in-expired': {
    at: '/login',
    historyState: { email, notice: challengeEndText({ name: 'not-authorized', message: '' }) },
  },
};

export const challengeStories: StoriesOf<typeof challengeMachine> = {
  'waiting.asked': {
    sameAs: 'waiting.authenticator-code',
    reason: 'It leads on at once to where what is asked for belongs.',
  },
  'waiting.authenticator-code': {
    story: challenged(app),
    variants: {
      'code-refused': challenged(app, code, refused('code-mismatch')),
      'code-used': challenged(
        app,
        code,
        refused('code-expired', 'Your software token has already been used once.'),
      ),
      'code-empty': challenged(
        app,
        { code: '' },
        refused('field-empty', 'Challenge response cannot be empty'),
      ),
    },
  },
  'waiting.text-message-code': {
    story: challenged(phone),
    variants: { 'code-expired': challenged(phone, code, refused('code-expired')) },
  },
  'waiting.email-code': {
    story: challenged(mail),
    variants: { 'code-refused': challenged(mail, code, refused('code-mismatch')) },
  },
  'waiting.factor-choice': { story: challenged(choice) },
  'waiting.authenticator-setup': {
    story: challenged(setup),
    variants: { 'code-refused': challenged(setup, code, refused('code-mismatch')) },
  },
  'waiting.new-password': {
    story: challenged(newPassword()),
    variants: {
      'with-missing-attributes': challenged(newPassword('given_name', 'phone_number', 'custom:team_name')),
      'password-refused': challenged(newPassword(), password, refused('password-invalid')),
    },
  },
  responding: {
    story: challenged(app, code),
    variants: { 'with-a-new-password': challenged(newPassword(), password) },
  },
  proven: {
    sameAs: 'signed-in.registering',
    machine: 'auth',
    reason: 'The customer record is checked behind the same screen.',
  },
  ended: { sameAs: 'guest.signed-out', machine: 'auth', reason: 'The sign-in page says why.' },
  canceled: { sameAs: 'guest.signed-out', machine: 'auth', reason: 'The guest opened another page.' },
};
