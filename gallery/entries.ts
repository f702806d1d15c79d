import { authScenes } from './scenes/auth.ts';
import { checkoutScenes } from './scenes/checkout.ts';
import { ledgerScenes } from './scenes/ledger.ts';
import { pageScenes } from './scenes/pages.ts';
import type { Scene, StateEntry } from './scenes/scene.ts';

/** The machines whose states are shown. */
export const machineNames = ['auth', 'checkout', 'ledger'] as const;
export type MachineName = (typeof machineNames)[number];

/** The states of each machine by their paths. */
export const stateEntries: Readonly<Record<MachineName, Readonly<Record<string, StateEntry>>>> = {
  auth: authScenes,
  checkout: checkoutScenes,
  ledger: ledgerScenes,
};

/** One thing to be looked at, at `/gallery?show=<id>`. */
export interface Entry {
  /** Such as `checkout.ready` or, for a variant, `checkout.ready:card-valid`. */
  readonly id: string;
  /** The state that a machine is in, unless it is about none. */
  readonly state: { readonly machine: MachineName; readonly path: string } | null;
  readonly scene: Scene;
}

const entriesOf = (machine: MachineName): Entry[] =>
  Object.entries(stateEntries[machine]).flatMap(([path, entry]) => {
    if ('alike' in entry) return [];
    const id = `${machine}.${path}`;
    const variants = Object.entries(entry.variants ?? {});
    return [
      { id, state: { machine, path }, scene: entry.scene },
      ...variants.map(([name, scene]) => ({ id: `${id}:${name}`, state: { machine, path }, scene })),
    ];
  });

/** Every screen in every state. */
export const screenEntries: readonly Entry[] = [
  ...machineNames.flatMap(entriesOf),
  ...Object.entries(pageScenes).map(([name, scene]) => ({ id: `page.${name}`, state: null, scene })),
];

/** The address of an entry within the gallery. */
export const addressOf = (id: string): string => `?show=${encodeURIComponent(id)}`;
