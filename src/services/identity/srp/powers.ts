import { nextTask } from '#services/browser.ts';
import { modularPower, type Power } from './modular-power.ts';
import type { PowerWorkers } from './power-workers.ts';

const isSame = (one: Power, other: Power): boolean =>
  one.base === other.base && one.exponent === other.exponent && one.modulus === other.modulus;

/** Computes one operation's powers in a worker, or here if that fails. Stops when the operation ends. */
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
    if (ended) throw new Error('A power was requested after its operation ended');
  };

  const begin = async (power: Power): Promise<bigint> => {
    refuseAfterEnd();
    worker ??= workers.open();
    const result = await worker.compute(power).catch(() => null);
    if (result !== null) return result;
    // Lets the browser paint and handle input first.
    await nextTask();
    refuseAfterEnd();
    return modularPower(power);
  };

  return {
    end,
    /** The library requests its public value twice, the second time before it has the first result. */
    compute(power: Power): Promise<bigint> {
      const known = begun.find((other) => isSame(other.power, power));
      if (known !== undefined) return known.result;
      const result = begin(power);
      begun.push({ power, result });
      return result;
    },
  };
};

/** The operation that owns the powers which the library requests. */
export interface PowerScope {
  readonly compute: (power: Power) => Promise<bigint>;
  /** Receives errors of powers and their callbacks, because their caller has returned. */
  readonly fail: (error: unknown) => void;
}

let current: PowerScope | null = null;

/** Powers that the library requests now or in later callbacks belong to this scope. */
export const within = (scope: PowerScope, call: () => void): void => {
  const outer = current;
  current = scope;
  try {
    call();
  } finally {
    current = outer;
  }
};

/** Computes a power: asynchronously in a scope, synchronously outside. */
export const requestPower = (power: Power, done: (result: bigint) => void): void => {
  const scope = current;
  if (scope === null) done(modularPower(power));
  else
    scope
      .compute(power)
      .then((result) => within(scope, () => done(result)))
      .catch(scope.fail);
};
