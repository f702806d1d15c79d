import type { ActorOptions, AnyActorLogic } from 'xstate';

type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** Tests fire running timers in any order. */
export type SimulatedClock = Clock & {
  isRunning(milliseconds: number): boolean;
  /**
   * Fires the oldest timer with this delay.
   * @throws Error if none is running
   */
  fire(milliseconds: number): void;
};

interface Timer {
  readonly id: number;
  readonly milliseconds: number;
  readonly callback: () => void;
}

export const createSimulatedClock = (): SimulatedClock => {
  let timers: readonly Timer[] = [];
  let nextId = 1;
  return {
    setTimeout(callback: () => void, milliseconds: number) {
      const id = nextId++;
      timers = [...timers, { id, milliseconds, callback }];
      return id;
    },
    clearTimeout(id: number) {
      timers = timers.filter((timer) => timer.id !== id);
    },
    isRunning: (milliseconds) => timers.some((timer) => timer.milliseconds === milliseconds),
    fire(milliseconds) {
      const due = timers.find((timer) => timer.milliseconds === milliseconds);
      if (due === undefined) throw new Error(`No timer of ${milliseconds} ms is running`);
      timers = timers.filter((timer) => timer !== due);
      due.callback();
    },
  };
};
