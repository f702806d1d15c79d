import {
  type Actor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
} from 'xstate';
import { chartOf, statesIn } from '#features/machines/chart.ts';
import { createHandClock } from './hand-clock.ts';
import type { Model, StartedInvocation, Step } from './model.ts';
import { awaitedBy, type Stimulus, stimuliOf } from './stimuli.ts';
import { namesOfTaken } from './transitions.ts';

/** A machine that runs, whose invocations and timers end when the walker says so. */
export interface Walk {
  snapshot(): AnyMachineSnapshot;
  /** The names of the transitions taken so far. */
  readonly taken: ReadonlySet<string>;
  /** Whether it can happen now: anybody may send an event, but only what runs can end. */
  isPossible(stimulus: Stimulus): boolean;
  /**
   * Lets it happen, and all that follows from it.
   *
   * @throws Error when it cannot happen now, or when the machine stops with an error
   */
  take(stimulus: Stimulus): Promise<Step>;
  stop(): void;
}

/** Begins a walk from one of a model's starts. */
export type BeginWalk = (start: string) => Promise<Walk>;

interface Pending {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The invocations of one running machine: those that wait for their end by id, and all that ever began. */
interface World {
  readonly pending: Map<string, Pending>;
  readonly started: StartedInvocation[];
}

/** Lets every promise that is due settle. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Prepares a model's machine for walks.
 *
 * @param mutate changes the copy of the machine that will be walked
 */
export function prepareWalks(
  model: Model,
  mutate: (machine: AnyStateMachine) => void = () => undefined,
): BeginWalk {
  const worlds = new WeakMap<object, World>();
  const logic = fromPromise<unknown, unknown>(({ self, input, system, signal }) => {
    const world = worlds.get(system);
    if (world === undefined) throw new Error('An invocation began outside of a walk');
    world.started.push({ id: self.id, input });
    return new Promise((resolve, reject) => {
      const pending = { resolve, reject };
      world.pending.set(self.id, pending);
      signal.addEventListener('abort', () => {
        if (world.pending.get(self.id) === pending) world.pending.delete(self.id);
      });
    });
  });
  const watcher = fromCallback(() => undefined);
  const awaited = awaitedBy(stimuliOf(model));
  const invocations = statesIn(chartOf(model.machine)).flatMap((state) => state.invocations);
  const actors = Object.fromEntries(
    invocations.map(({ id, src }) => [src, awaited.has(id) ? logic : watcher]),
  );
  const bound = model.machine.provide({ actors });
  mutate(bound);
  const nameOf = namesOfTaken(bound);

  return async (start) => {
    const clock = createHandClock();
    const taken = new Set<string>();
    const world: World = { pending: new Map(), started: [] };
    let emitted: EventObject[] = [];
    let crash: unknown;

    const actor: Actor<AnyStateMachine> = createActor(bound, {
      clock,
      input: model.starts[start],
      inspect: (inspected) => {
        if (inspected.type !== '@xstate.microstep') return;
        for (const transition of inspected._transitions) {
          const name = nameOf(transition);
          if (name !== undefined) taken.add(name);
        }
      },
    });
    worlds.set(actor.system, world);
    actor.on('*', (event) => emitted.push(event));
    actor.subscribe({
      error: (error) => {
        crash = error;
      },
    });
    actor.start();
    await settle();

    const end = ({ invocation }: { readonly invocation: string }): Pending => {
      const pending = world.pending.get(invocation);
      if (pending === undefined) throw new Error(`${invocation} is not running`);
      world.pending.delete(invocation);
      return pending;
    };
    const act = (stimulus: Stimulus, answer: unknown): void => {
      if (stimulus.kind === 'event') actor.send(stimulus.event);
      else if (stimulus.kind === 'timer') clock.letOff(stimulus.milliseconds);
      else if (stimulus.kind === 'answer') end(stimulus).resolve(answer);
      else end(stimulus).reject(new Error('out of order'));
    };

    return {
      snapshot: () => actor.getSnapshot(),
      taken,
      isPossible(stimulus) {
        if (stimulus.kind === 'event') return true;
        if (stimulus.kind === 'timer') return clock.isRunning(stimulus.milliseconds);
        return world.pending.has(stimulus.invocation);
      },
      async take(stimulus) {
        const before = actor.getSnapshot();
        const answer = stimulus.kind === 'answer' ? structuredClone(stimulus.output) : undefined;
        emitted = [];
        act(stimulus, answer);
        await settle();
        if (crash !== undefined) throw new Error('The machine stopped with an error', { cause: crash });
        return { before, stimulus, after: actor.getSnapshot(), emitted, started: world.started, answer };
      },
      stop: () => {
        actor.stop();
      },
    };
  };
}
