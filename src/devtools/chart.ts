import type { AnyStateMachine, AnyTransitionDefinition, StateNode } from 'xstate';

/** What triggers a transition. `invocation` is an id. `milliseconds` is null for a computed delay. */
export type Trigger =
  | { readonly kind: 'event'; readonly event: string }
  | { readonly kind: 'done' | 'error' | 'snapshot'; readonly invocation: string }
  | { readonly kind: 'after'; readonly delay: string; readonly milliseconds: number | null }
  | { readonly kind: 'always' | 'finished' };

/** The name of an action or guard, with its constant params. */
export interface Reference {
  readonly name: string;
  readonly params: readonly string[];
}

export interface ChartTransition {
  /** The full id of the state that declares the transition. */
  readonly source: string;
  /** The full ids of the target states. Empty if the transition only runs actions. */
  readonly targets: readonly string[];
  /** XState's type of the event, such as `xstate.done.actor.signIn`. Empty for `always`. */
  readonly eventType: string;
  readonly trigger: Trigger;
  readonly guard: Reference | null;
  readonly actions: readonly Reference[];
}

export interface ChartState {
  /** The full id, such as `auth.signed-out.idle`. */
  readonly id: string;
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly description: string;
  readonly tags: readonly string[];
  /** The invoked actors. `src` is the name of the actor logic. */
  readonly invocations: readonly { readonly id: string; readonly src: string }[];
  readonly entry: readonly Reference[];
  readonly exit: readonly Reference[];
  /** The full ids of the initial states. Empty unless the state is compound. */
  readonly initial: readonly string[];
  readonly transitions: readonly ChartTransition[];
  readonly states: readonly ChartState[];
}

export const chartOf = (machine: AnyStateMachine): ChartState => stateOf(machine, machine.root);

/** Returns a state and its descendants, in chart order. */
export const statesIn = (state: ChartState): ChartState[] => [state, ...state.states.flatMap(statesIn)];

/** Returns the transitions of a state and its descendants, in chart order. */
export const transitionsIn = (state: ChartState): ChartTransition[] =>
  statesIn(state).flatMap(({ transitions }) => transitions);

const stateOf = (machine: AnyStateMachine, node: StateNode): ChartState => {
  const declared = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
  return {
    id: node.id,
    key: node.key,
    type: node.type,
    description: node.description ?? '',
    tags: node.tags,
    invocations: node.invoke.map(({ id, src }) => ({ id, src: typeof src === 'string' ? src : id })),
    entry: node.entry.filter(isDeclared).map(referenceOf),
    exit: node.exit.filter(isDeclared).map(referenceOf),
    initial: node.type === 'compound' ? idsOf(node.initial.target) : [],
    transitions: declared.map((transition) => ({
      ...takenTransitionOf(machine, transition),
      actions: transition.actions.map(referenceOf),
    })),
    states: Object.values(node.states).map((child) => stateOf(machine, child)),
  };
};

/** A transition without its actions. */
export type TakenTransition = Omit<ChartTransition, 'actions'>;

export const takenTransitionOf = (
  machine: AnyStateMachine,
  { source, target, eventType, guard }: AnyTransitionDefinition,
): TakenTransition => ({
  source: source.id,
  targets: idsOf(target),
  eventType,
  trigger: triggerOf(machine, source, eventType),
  guard: guard === undefined ? null : referenceOf(guard),
});

const idsOf = (nodes: readonly StateNode[] | undefined): string[] => nodes?.map(({ id }) => id) ?? [];

/** Returns whether a chart declares the reference. Functions are XState's own, for a state's timers. */
const isDeclared = (reference: unknown): boolean => typeof reference !== 'function';

const referenceOf = (reference: unknown): Reference => {
  if (typeof reference === 'string') return { name: reference, params: [] };
  if (typeof reference !== 'object' || reference === null || !('type' in reference))
    throw new Error('A chart refers to an implementation without its name');
  const params = 'params' in reference ? literalsOf(reference.params) : [];
  return { name: String(reference.type), params };
};

const triggerOf = (machine: AnyStateMachine, node: StateNode, eventType: string): Trigger => {
  if (eventType === '') return { kind: 'always' };
  if (eventType.startsWith('xstate.done.state.')) return { kind: 'finished' };
  const timer = node.after.find((after) => after.eventType === eventType);
  if (timer !== undefined) {
    const delay = String(timer.delay);
    const length = typeof timer.delay === 'number' ? timer.delay : machine.implementations.delays[delay];
    return { kind: 'after', delay, milliseconds: typeof length === 'number' ? length : null };
  }
  const [, kind, invocation] = /^xstate\.(done\.actor|error\.actor|snapshot)\.(.+)$/.exec(eventType) ?? [];
  if (invocation === undefined) return { kind: 'event', event: eventType };
  if (kind === 'snapshot') return { kind, invocation };
  return { kind: kind === 'done.actor' ? 'done' : 'error', invocation };
};

/** Replaces context and event in a params function. Every property and call returns the same proxy. */
const unknownValue: unknown = new Proxy(() => undefined, {
  get: () => unknownValue,
  apply: () => unknownValue,
});

/** Returns the strings and numbers in params that don't depend on context or event. */
export const literalsOf = (params: unknown): string[] => {
  const value =
    typeof params === 'function'
      ? resultOf(() => params({ context: unknownValue, event: unknownValue }))
      : params;
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value)
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map(String);
};

const resultOf = (compute: () => unknown): unknown => {
  try {
    return compute();
  } catch {
    return undefined;
  }
};
