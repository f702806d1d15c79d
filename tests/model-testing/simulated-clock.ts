import type { ActorOptions, AnyActorLogic } from 'xstate';

type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** A clock whose running timers tests can fire in any order. */
export type SimulatedClock = Clock & {
  isRunning(milliseconds: number): boolean;
  /**
   * Fires the oldest timer with this delay.
   * @throws {Error} if no such timer is running
   */
  fire(milliseconds: number): void;
};

export const createSimulatedClock = (): SimulatedClock => {
  const timers = new Map<number, { readonly callback: () => void; readonly milliseconds: number }>();
  let nextId = 1;
  const oldestOf = (milliseconds: number) => {
    for (const entry of timers) if (entry[1].milliseconds === milliseconds) return entry;
    return undefined;
  };
  return {
    setTimeout(callback: () => void, milliseconds: number) {
      timers.set(nextId, { callback, milliseconds });
      return nextId++;
    },
    clearTimeout: (id: number) => timers.delete(id),
    isRunning: (milliseconds) => oldestOf(milliseconds) !== undefined,
    fire(milliseconds) {
      const [id, timer] = oldestOf(milliseconds) ?? [];
      if (id === undefined || timer === undefined)
        throw new Error(`No timer of ${milliseconds} ms is running`);
      timers.delete(id);
      timer.callback();
    },
  };
};
