import type { MountAnswer } from '#machines/checkout.types.ts';
import { asCollectJs, type CollectJs, type CollectOptions, type FieldStyles } from './collect-js.ts';
import { unlessAborted } from './ending.ts';
import type { FieldStates } from './field-states.ts';
import type { Generation } from './generations.ts';
import type { CardFieldHosts } from './hosts.ts';
import { collectOptions, type FieldLabels } from './options.ts';
import { readToken, readValidation, refused } from './responses.ts';
import type { GatewaySettings } from './script.ts';

export interface MountingParts {
  readonly settings: GatewaySettings;
  readonly labels: FieldLabels;
  readonly readStyles: () => FieldStyles;
  readonly hosts: CardFieldHosts;
  readonly states: FieldStates;
  readonly loadScript: (settings: GatewaySettings) => Promise<void>;
  readonly readGlobal: () => unknown;
}

/** What the gateway's callbacks do for one generation. */
const callbacksFor = (generation: Generation, states: FieldStates) =>
  ({
    callback: (response) => generation.answer(readToken(response)),
    timeoutCallback() {
      generation.answer(refused('token-timeout'));
      generation.close();
    },
    validationCallback(...said) {
      const validation = readValidation(...said);
      if (validation === null || !generation.isOpen()) return;
      const { field, state } = validation;
      states.set(field, state);
      // Asked for a token, the gateway now waits for a better value, for as long as it takes.
      if (!state.valid) generation.answer(refused('token-missing', state.message));
    },
  }) satisfies Partial<CollectOptions>;

/** Has the gateway draw its fields. Resolves when they can be typed into, rejects when it throws or the signal ends. */
const draw = async (
  gateway: CollectJs,
  { hosts, states, labels, readStyles }: MountingParts,
  generation: Generation,
  signal: AbortSignal,
): Promise<void> => {
  const done = new AbortController();
  const loaded = hosts.whenLoaded(AbortSignal.any([signal, done.signal]));
  const announced = new Promise<void>((resolve) => {
    const callbacks = { ...callbacksFor(generation, states), fieldsAvailableCallback: resolve };
    gateway.configure(collectOptions(labels, readStyles(), callbacks));
  });
  try {
    await Promise.race([announced, loaded]);
  } finally {
    done.abort();
  }
};

/** Loads the gateway's script and mounts the fields of one generation. A signal that ends is a refusal, too. */
export const mountFields = async (
  parts: MountingParts,
  generation: Generation,
  signal: AbortSignal,
): Promise<MountAnswer> => {
  try {
    await unlessAborted(parts.loadScript(parts.settings), signal);
  } catch (error) {
    return refused('system-not-ready', error);
  }
  try {
    await parts.hosts.whenAttached(signal);
    const gateway = asCollectJs(parts.readGlobal());
    if (gateway === null) return refused('system-not-ready');
    if (!generation.isOpen()) return refused('form-unavailable');
    // A move into the view's containers, which is done, lost no field of this mounting.
    parts.states.reset();
    await draw(gateway, parts, generation, signal);
    return { outcome: 'mounted' };
  } catch (error) {
    return refused('form-unavailable', error);
  }
};
