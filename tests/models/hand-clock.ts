import type { ActorOptions, AnyActorLogic } from 'xstate';

type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** A clock of which each timer is let off by hand: any of those that are running may be the first. */
export type HandClock = Clock & {
  isRunning(milliseconds: number): boolean;
  /**
   * Lets the oldest timer of this length off.
   *
   * @throws Error when none is running
   */
  letOff(milliseconds: number): void;
};

interface Timer {
  readonly id: number;
  readonly milliseconds: number;
  readonly callback: () => void;
}

export const createHandClock = (): HandClock => {
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
    letOff(milliseconds) {
      const due = timers.find((timer) => timer.milliseconds === milliseconds);
      if (due === undefined) throw new Error(`No timer of ${milliseconds} ms is running`);
      timers = timers.filter((timer) => timer !== due);
      due.callback();
    },
  };
};
