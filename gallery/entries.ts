import { authStories } from './stories/auth.ts';
import { checkoutStories } from './stories/checkout.ts';
import { ledgerStories } from './stories/ledger.ts';
import { pageStories } from './stories/pages.ts';
import type { StateStories, Story } from './stories/story.ts';

/** The machines whose states are shown. */
export const machineNames = ['auth', 'checkout', 'ledger'] as const;
export type MachineName = (typeof machineNames)[number];

/** The states of each machine by their paths. */
export const stateEntries: Readonly<Record<MachineName, Readonly<Record<string, StateStories>>>> = {
  auth: authStories,
  checkout: checkoutStories,
  ledger: ledgerStories,
};

/** One thing to be looked at, at `/gallery?show=<id>`. */
export interface Entry {
  /** Such as `checkout.ready` or, for a variant, `checkout.ready:card-valid`. */
  readonly id: string;
  /** The state that a machine is in, unless it is about none. */
  readonly state: { readonly machine: MachineName; readonly path: string } | null;
  readonly story: Story;
}

const entriesOf = (machine: MachineName): Entry[] =>
  Object.entries(stateEntries[machine]).flatMap(([path, entry]) => {
    if ('alike' in entry) return [];
    const id = `${machine}.${path}`;
    const variants = Object.entries(entry.variants ?? {});
    return [
      { id, state: { machine, path }, story: entry.story },
      ...variants.map(([name, story]) => ({ id: `${id}:${name}`, state: { machine, path }, story })),
    ];
  });

/** Every screen in every state. */
export const screenEntries: readonly Entry[] = [
  ...machineNames.flatMap(entriesOf),
  ...Object.entries(pageStories).map(([name, story]) => ({ id: `page.${name}`, state: null, story })),
];

/** The address of an entry within the gallery. */
export const addressOf = (id: string): string => `?show=${encodeURIComponent(id)}`;
