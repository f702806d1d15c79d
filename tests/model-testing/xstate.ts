/** Wraps the XState APIs that XState 6 renames (docs/decisions/xstate-6.md), except those in src/devtools/chart.ts. */
import {
  type ActorLogic,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  createEmptyActor,
  createMachine,
  type EventObject,
  fromCallback,
  fromPromise,
} from 'xstate';
import { type AdjacencyMap, getAdjacencyMap } from 'xstate/graph';
import type { SimulatedClock } from './simulated-clock.ts';

interface Traversal {
  readonly input: unknown;
  readonly events: readonly EventObject[];
  canHappen(snapshot: AnyMachineSnapshot, event: EventObject): boolean;
  serializeEvent(event: EventObject): string;
  serializeState(after: AnyMachineSnapshot, event?: EventObject, before?: AnyMachineSnapshot): string;
}

/** Maximum number of states in a traversal, far more than any machine has. */
const limit = 200_000;

/** Returns logic whose pure transitions have a parent that ignores events, because `sendParent` needs a parent. */
export const asChild = (machine: AnyStateMachine): ActorLogic<AnyMachineSnapshot, EventObject, unknown> => {
  const self: AnyActorRef = createActor(
    fromCallback(() => undefined),
    { parent: createEmptyActor() },
  );
  return {
    getInitialSnapshot: (scope, input) => machine.getInitialSnapshot({ ...scope, self }, input),
    transition: (snapshot, event, scope) => machine.transition(snapshot, event, { ...scope, self }),
    getPersistedSnapshot: (snapshot) => machine.getPersistedSnapshot(snapshot),
  };
};

/**
 * Returns the machine's graph: its vertices, starting with the first, and the events that leave them. Runs no actors or
 * actions.
 */
export const traverse = (
  machine: AnyStateMachine,
  { canHappen, ...options }: Traversal,
): AdjacencyMap<AnyMachineSnapshot, EventObject> =>
  getAdjacencyMap(asChild(machine), { ...options, limit, filterEvents: canHappen });

/** Creates the logic of an invocation that finishes when the promise of `run` does. */
export const awaitedLogic = (
  run: (id: string, input: unknown, signal: AbortSignal) => Promise<unknown>,
): AnyActorLogic => fromPromise<unknown, unknown>(({ self, input, signal }) => run(self.id, input, signal));

/** An invocation that does nothing. The test sends the events that the real invocation would send. */
export const idleLogic: AnyActorLogic = fromCallback(() => undefined);

interface Observer {
  took(transition: AnyTransitionDefinition): void;
  emitted(event: EventObject): void;
  sent(event: EventObject): void;
  failed(error: unknown): void;
}

const subjectId = 'subject';

/** Starts a machine as the child of an actor that reports the machine's events to `observer`. */
export const startMachine = (
  machine: AnyStateMachine,
  input: unknown,
  clock: SimulatedClock,
  observer: Observer,
) => {
  const parentMachine = createMachine({
    invoke: { id: subjectId, src: machine, input: () => input },
    on: {
      '*': {
        actions: ({ event }) => {
          if (!event.type.startsWith('xstate.')) observer.sent(event);
        },
      },
    },
  });
  const parent = createActor(parentMachine, {
    clock,
    inspect: (inspected) => {
      if (inspected.type === '@xstate.microstep') inspected._transitions.forEach(observer.took);
    },
  });
  parent.start();
  const actor: AnyActorRef | undefined = parent.getSnapshot().children[subjectId];
  if (actor === undefined) throw new Error('The machine did not start');
  actor.on('*', observer.emitted);
  actor.subscribe({ error: observer.failed });
  return {
    send: (event: EventObject) => actor.send(event),
    snapshot: (): AnyMachineSnapshot => actor.getSnapshot(),
    stop: () => parent.stop(),
  };
};
