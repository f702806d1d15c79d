import { nextTask } from '#services/next-task.ts';
import { modularPower, type Power } from './modular-power.ts';
import type { PowerWorkers } from './power-workers.ts';

const isSame = (one: Power, other: Power): boolean =>
  one.base === other.base && one.exponent === other.exponent && one.modulus === other.modulus;

/**
 * Computes the powers of one operation of the identity library: in a worker of its own, and here where there are no
 * workers, or it fails. Nothing is computed after the operation's end, or when its signal was aborted.
 */
export const createPowers = (signal: AbortSignal, workers: PowerWorkers) => {
  const begun: { readonly power: Power; readonly result: Promise<bigint> }[] = [];
  let worker = workers.takeSpare();
  let ended = false;

  const end = () => {
    ended = true;
    worker?.end();
    signal.removeEventListener('abort', end);
  };
  signal.addEventListener('abort', end);

  const refuseAfterEnd = () => {
    signal.throwIfAborted();
    if (ended) throw new Error('A power is asked for after the end of its operation');
  };

  const begin = async (power: Power): Promise<bigint> => {
    refuseAfterEnd();
    worker ??= workers.open();
    const result = await worker.compute(power).catch(() => null);
    if (result !== null) return result;
    // The browser paints and takes input before the next computation.
    await nextTask();
    refuseAfterEnd();
    return modularPower(power);
  };

  return {
    end,
    /** The library asks for its public value twice, the second time before it has the first answer. */
    compute(power: Power): Promise<bigint> {
      const known = begun.find((other) => isSame(other.power, power));
      if (known !== undefined) return known.result;
      const result = begin(power);
      begun.push({ power, result });
      return result;
    },
  };
};

/** Where the powers are computed that the identity library asks for without saying for what. */
export interface PowerScope {
  readonly compute: (power: Power) => Promise<bigint>;
  /** Hears of what goes wrong with a power and what follows it: its caller has long returned. */
  readonly fail: (error: unknown) => void;
}

let current: PowerScope | null = null;

/** Calls the identity library: the powers that it asks for meanwhile, and in what follows them, belong to this scope. */
export const within = (scope: PowerScope, call: () => void): void => {
  const outer = current;
  current = scope;
  try {
    call();
  } finally {
    current = outer;
  }
};

/** Passes a power on when it is computed: later in a scope, at once outside of any. */
export const requestPower = (power: Power, done: (result: bigint) => void): void => {
  const scope = current;
  if (scope === null) done(modularPower(power));
  else
    scope
      .compute(power)
      .then((result) => within(scope, () => done(result)))
      .catch(scope.fail);
};
