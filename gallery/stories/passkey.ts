import type { passkeyMachine } from '#machines/account/passkey.ts';
import type { PasskeyEvent } from '#machines/account/passkey.types.ts';
import { passkeySignInTexts } from '#texts/passkeys.ts';
import { resolves } from '../harness/actors.ts';
import { customer } from '../harness/fixtures.ts';
import type { StoriesOf, Story } from './story.ts';

const request: PasskeyEvent = { type: 'passkey.requested', email: customer.email };

const requested = (passkey: NonNullable<Story['auth']>['passkey'] = {}): Story => ({
  at: '/login',
  passkeys: true,
  auth: { passkey, events: [request] },
});

const refused = (name: 'passkey-canceled' | 'passkey-missing', message: string): Story =>
  requested({ assertPasskey: resolves({ outcome: 'refused', failure: { name, message } }) });

export const passkeyStories: StoriesOf<typeof passkeyMachine> = {
  waiting: { sameAs: 'guest.signed-out', machine: 'auth', reason: 'The guest can do anything else, too.' },
  asserting: { story: requested() },
  responding: { story: requested({ assertPasskey: resolves({ outcome: 'done' }) }) },
  unused: {
    sameAs: 'guest.signed-out',
    machine: 'auth',
    reason: 'The sign-in page says why.',
  },
  answered: {
    sameAs: 'signing-in',
    machine: 'auth',
    reason: 'What was answered decides at once where to continue.',
  },
};

/** Stories of the sign-in page after a passkey sign-in that was canceled or found no passkey. */
export const unusedPasskeys: Readonly<Record<string, Story>> = {
  'passkey-canceled': refused('passkey-canceled', passkeySignInTexts.canceled),
  'passkey-missing': refused('passkey-missing', passkeySignInTexts.missing),
};
