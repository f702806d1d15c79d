import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { chartOf, statesIn } from '#devtools/chart.ts';
import { namesOfTaken } from './coverage.ts';
import { awaitedBy, eventCasesOf } from './event-cases.ts';
import { createSimulatedClock } from './simulated-clock.ts';
import type { AnyTestModel, EventCase, StartedInvocation, TestStep } from './test-model.ts';
import { awaitedLogic, idleLogic, startMachine } from './xstate.ts';

/** A running machine. The test decides when its invocations and timers finish. */
export interface Walk {
  snapshot(): AnyMachineSnapshot;
  /** Returns whether a case can happen now. An outcome requires its invocation to be running; a timeout, its timer. */
  isPossible(eventCase: EventCase): boolean;
  /**
   * Makes an event case happen, and waits for its effects.
   * @throws {Error} if the case can't happen now, or if the machine stops with an error
   */
  take(eventCase: EventCase): Promise<TestStep>;
  stop(): void;
}

/** Starts a walk. The previous walk must have stopped. */
export type BeginWalk = (start: string) => Promise<Walk>;

interface Pending {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const newInvocations = () => ({ pending: new Map<string, Pending>(), started: [] as StartedInvocation[] });

/** Returns a deep copy. Unlike `structuredClone`, it accepts functions, such as a concealed token's `reveal`. */
const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyOf(part)]));
};

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Returns a function that starts walks. @param mutate changes the machine's copy before its walks */
export const prepareWalks = (
  model: AnyTestModel,
  mutate: (machine: AnyStateMachine) => void = () => undefined,
): BeginWalk => {
  let running = newInvocations();
  const logic = awaitedLogic((id, input, signal) => {
    const { pending, started } = running;
    started.push({ id, input });
    return new Promise((resolve, reject) => {
      const own = { resolve, reject };
      pending.set(id, own);
      signal.addEventListener('abort', () => {
        if (pending.get(id) === own) pending.delete(id);
      });
    });
  });
  const awaited = awaitedBy(eventCasesOf(model));
  const invocations = statesIn(chartOf(model.machine)).flatMap((state) => state.invocations);
  const actors = Object.fromEntries(
    invocations.map(({ id, src }) => [src, awaited.has(id) ? logic : idleLogic]),
  );
  const bound = model.machine.provide({ actors });
  mutate(bound);
  const nameOf = namesOfTaken(bound);

  return async (start) => {
    const clock = createSimulatedClock();
    const taken = new Set<string>();
    const { pending, started } = newInvocations();
    running = { pending, started };
    let emitted: EventObject[] = [];
    let sent: EventObject[] = [];
    let crash: unknown;
    // Steps that change nothing share these copies.
    let startedSoFar: readonly StartedInvocation[] = [];
    let takenSoFar: readonly string[] = [];

    const actor = startMachine(bound, model.starts[start], clock, {
      took(transition) {
        const name = nameOf(transition);
        if (name !== undefined) taken.add(name);
      },
      emitted: (event) => emitted.push(event),
      sent: (event) => sent.push(event),
      failed(error) {
        crash = error;
      },
    });
    await settle();

    const end = ({ invocation }: { readonly invocation: string }): Pending => {
      const invoked = pending.get(invocation);
      if (invoked === undefined) throw new Error(`${invocation} is not running`);
      pending.delete(invocation);
      return invoked;
    };
    const act = (eventCase: EventCase, answer: unknown): void => {
      if (eventCase.kind === 'event') actor.send(eventCase.event);
      else if (eventCase.kind === 'timer') clock.fire(eventCase.milliseconds);
      else if (eventCase.kind === 'answer') end(eventCase).resolve(answer);
      else end(eventCase).reject(new Error('out of order'));
    };

    return {
      snapshot: actor.snapshot,
      isPossible(eventCase) {
        const snapshot = actor.snapshot();
        if (snapshot.status !== 'active' || model.when?.(eventCase, snapshot) === false) return false;
        if (eventCase.kind === 'event') return true;
        if (eventCase.kind === 'timer') return clock.isRunning(eventCase.milliseconds);
        return pending.has(eventCase.invocation);
      },
      async take(eventCase) {
        const before = actor.snapshot();
        const answer = eventCase.kind === 'answer' ? copyOf(eventCase.output) : undefined;
        emitted = [];
        sent = [];
        const startedBefore = started.length;
        act(eventCase, answer);
        await settle();
        if (crash !== undefined) throw new Error('The machine stopped with an error', { cause: crash });
        const begun = started.slice(startedBefore).map(({ id }) => id);
        const after = actor.snapshot();
        if (startedSoFar.length < started.length) startedSoFar = [...started];
        if (takenSoFar.length < taken.size) takenSoFar = [...taken];
        const soFar = { started: startedSoFar, taken: takenSoFar };
        return { before, eventCase, after, emitted, sent, begun, answer, ...soFar };
      },
      stop: actor.stop,
    };
  };
};
