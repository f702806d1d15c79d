import { resolves, signedOut } from './harness/actors.ts';
import { customer } from './harness/fixtures.ts';
import { activityStories } from './stories/activity.ts';
import { authStories, hostedStories, resetStories, verificationStories } from './stories/auth.ts';
import { cardsStories } from './stories/cards.ts';
import { challengeStories } from './stories/challenges.ts';
import { checkoutStories, paymentStories } from './stories/checkout.ts';
import { downloadStories } from './stories/download.ts';
import { emailNoticesStories } from './stories/email-notices.ts';
import { ledgerStories } from './stories/ledger.ts';
import { passkeyStories } from './stories/passkey.ts';
import { registrationStories } from './stories/passkey-registration.ts';
import { profileStories } from './stories/profile.ts';
import { refundStories } from './stories/refund.ts';
import { spendingLimitStories } from './stories/spending-limit.ts';
import { dashboard, type StateStories, type Story } from './stories/story.ts';
import { topUpStories } from './stories/top-up.ts';

export const machineNames = [
  'auth',
  'challenge',
  'passkey',
  'passkey-registration',
  'verification',
  'reset',
  'hosted',
  'checkout',
  'payment',
  'ledger',
  'activity',
  'download',
] as const;
export type MachineName = (typeof machineNames)[number];

export const stateEntries: Readonly<Record<MachineName, Readonly<Record<string, StateStories>>>> = {
  auth: authStories,
  challenge: challengeStories,
  passkey: passkeyStories,
  'passkey-registration': registrationStories,
  verification: verificationStories,
  reset: resetStories,
  hosted: hostedStories,
  checkout: checkoutStories,
  payment: paymentStories,
  ledger: ledgerStories,
  activity: activityStories,
  download: downloadStories,
};

/** A screen in one state, at `/gallery?show=<id>`. */
export interface Entry {
  /** The entry's id, such as `checkout.ready`, or `checkout.ready:card-valid` for a variant. */
  readonly id: string;
  /** The machine state that the screen shows, or null if it has none. */
  readonly state: { readonly machine: MachineName; readonly path: string } | null;
  readonly story: Story;
}

const entriesOf = (machine: MachineName): Entry[] =>
  Object.entries(stateEntries[machine]).flatMap(([path, entry]) => {
    if ('sameAs' in entry) return [];
    const id = `${machine}.${path}`;
    const variants = Object.entries(entry.variants ?? {});
    return [
      { id, state: { machine, path }, story: entry.story },
      ...variants.map(([name, story]) => ({ id: `${id}:${name}`, state: { machine, path }, story })),
    ];
  });

/** Screens that don't show a machine's state. */
const pageStories: Readonly<Record<string, Story>> = {
  terms: { at: '/terms' },
  'terms-for-a-customer': {
    at: '/terms',
    auth: { actors: { restoreSession: resolves({ ...signedOut, user: customer }) } },
  },
  privacy: { at: '/privacy' },
  'not-found': { at: '/no/such/page' },
  'not-found-for-a-customer': { at: '/dashboard/nowhere' },
  crash: dashboard({ customerCode: 'broken' }),
  machines: { at: '/machines', inspected: true },
  misconfigured: { at: '/', misconfigured: '/config.json: gateway.tokenizationKey is missing' },
};

const entriesWithoutState = (group: string, stories: Readonly<Record<string, Story>>): Entry[] =>
  Object.entries(stories).map(([name, story]) => ({ id: `${group}.${name}`, state: null, story }));

export const screenEntries: readonly Entry[] = [
  ...machineNames.flatMap(entriesOf),
  ...entriesWithoutState('cards', cardsStories),
  ...entriesWithoutState('top-up', topUpStories),
  ...entriesWithoutState('spending-limit', spendingLimitStories),
  ...entriesWithoutState('email-notices', emailNoticesStories),
  ...entriesWithoutState('refund', refundStories),
  ...entriesWithoutState('profile', profileStories),
  ...entriesWithoutState('page', pageStories),
];

export const addressOf = (id: string): string => `?show=${encodeURIComponent(id)}`;
