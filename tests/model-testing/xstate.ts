/** The names that XState 6 changes (docs/decisions/xstate-6.md), apart from a chart's events in src/devtools/chart.ts. */
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

/** Limits a traversal. No machine comes near it. */
const limit = 200_000;

/** A transition alone has no parent, so a chart with `sendParent` gets one that ignores events. */
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
 * The machine's graph, without actors or actions: the vertices and the events that leave them. Begins at the
 * first vertex.
 */
export const traverse = (
  machine: AnyStateMachine,
  { canHappen, ...options }: Traversal,
): AdjacencyMap<AnyMachineSnapshot, EventObject> =>
  getAdjacencyMap(asChild(machine), { ...options, limit, filterEvents: canHappen });

/** An invocation that ends when the test says so. */
export const awaitedLogic = (
  run: (id: string, input: unknown, signal: AbortSignal) => Promise<unknown>,
): AnyActorLogic => fromPromise<unknown, unknown>(({ self, input, signal }) => run(self.id, input, signal));

/** An invocation that only sends events, which the test sends in its place. */
export const idleLogic: AnyActorLogic = fromCallback(() => undefined);

interface Observer {
  took(transition: AnyTransitionDefinition): void;
  emitted(event: EventObject): void;
  sent(event: EventObject): void;
  failed(error: unknown): void;
}

const subjectId = 'subject';

/** Starts a machine as the child of an actor that ignores what the machine sends. */
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
