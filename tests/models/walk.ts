import {
  type Actor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
} from 'xstate';
import { chartOf, statesIn } from '#devtools/chart.ts';
import { awaitedBy, eventCasesOf } from './event-cases.ts';
import { createSimulatedClock } from './simulated-clock.ts';
import type { AnyTestModel, EventCase, StartedInvocation, TestStep } from './test-model.ts';
import { namesOfTaken } from './transitions.ts';

/** A running machine whose invocations and timers end when the test says so. */
export interface Walk {
  snapshot(): AnyMachineSnapshot;
  readonly taken: ReadonlySet<string>;
  /** Events can always happen, but only running invocations and timers can end. */
  isPossible(eventCase: EventCase): boolean;
  /**
   * Waits for everything that follows.
   * @throws Error if the case can't happen now, or if the machine stops with an error
   */
  take(eventCase: EventCase): Promise<TestStep>;
  stop(): void;
}

export type BeginWalk = (start: string) => Promise<Walk>;

interface Pending {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface RunningInvocations {
  readonly pending: Map<string, Pending>;
  readonly started: StartedInvocation[];
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** @param mutate changes the copy of the machine before its walks */
export const prepareWalks = (
  model: AnyTestModel,
  mutate: (machine: AnyStateMachine) => void = () => undefined,
): BeginWalk => {
  const runningIn = new WeakMap<object, RunningInvocations>();
  const logic = fromPromise<unknown, unknown>(({ self, input, system, signal }) => {
    const running = runningIn.get(system);
    if (running === undefined) throw new Error('An invocation began outside of a walk');
    running.started.push({ id: self.id, input });
    return new Promise((resolve, reject) => {
      const pending = { resolve, reject };
      running.pending.set(self.id, pending);
      signal.addEventListener('abort', () => {
        if (running.pending.get(self.id) === pending) running.pending.delete(self.id);
      });
    });
  });
  const watcher = fromCallback(() => undefined);
  const awaited = awaitedBy(eventCasesOf(model));
  const invocations = statesIn(chartOf(model.machine)).flatMap((state) => state.invocations);
  const actors = Object.fromEntries(
    invocations.map(({ id, src }) => [src, awaited.has(id) ? logic : watcher]),
  );
  const bound = model.machine.provide({ actors });
  mutate(bound);
  const nameOf = namesOfTaken(bound);

  return async (start) => {
    const clock = createSimulatedClock();
    const taken = new Set<string>();
    const running: RunningInvocations = { pending: new Map(), started: [] };
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
    runningIn.set(actor.system, running);
    actor.on('*', (event) => emitted.push(event));
    actor.subscribe({
      error: (error) => {
        crash = error;
      },
    });
    actor.start();
    await settle();

    const end = ({ invocation }: { readonly invocation: string }): Pending => {
      const pending = running.pending.get(invocation);
      if (pending === undefined) throw new Error(`${invocation} is not running`);
      running.pending.delete(invocation);
      return pending;
    };
    const act = (eventCase: EventCase, answer: unknown): void => {
      if (eventCase.kind === 'event') actor.send(eventCase.event);
      else if (eventCase.kind === 'timer') clock.fire(eventCase.milliseconds);
      else if (eventCase.kind === 'answer') end(eventCase).resolve(answer);
      else end(eventCase).reject(new Error('out of order'));
    };

    return {
      snapshot: () => actor.getSnapshot(),
      taken,
      isPossible(eventCase) {
        if (eventCase.kind === 'event') return true;
        if (eventCase.kind === 'timer') return clock.isRunning(eventCase.milliseconds);
        return running.pending.has(eventCase.invocation);
      },
      async take(eventCase) {
        const before = actor.getSnapshot();
        const answer = eventCase.kind === 'answer' ? structuredClone(eventCase.output) : undefined;
        emitted = [];
        const startedBefore = running.started.length;
        act(eventCase, answer);
        await settle();
        if (crash !== undefined) throw new Error('The machine stopped with an error', { cause: crash });
        const { started } = running;
        const begun = started.slice(startedBefore).map(({ id }) => id);
        return { before, eventCase, after: actor.getSnapshot(), emitted, begun, started, answer };
      },
      stop: () => {
        actor.stop();
      },
    };
  };
};
