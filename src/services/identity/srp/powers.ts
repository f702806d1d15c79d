import { nextTask, permitted } from '#services/browser.ts';
import { modularPower, type Power } from './modular-power.ts';

export type PowerScript = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

/** Time limit for one power, including the worker's start, in ms. */
const workerLimit = 3_000;

const openWorker = (start: () => PowerScript, limit: number) => {
  const script = permitted(start);
  const waiting: ((result: bigint | null) => void)[] = [];
  let hasEnded = script === undefined;

  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    script?.terminate();
    for (const settle of waiting.splice(0)) settle(null);
  };

  script?.addEventListener('message', ({ data }) => waiting.shift()?.(data));
  script?.addEventListener('messageerror', end);
  script?.addEventListener('error', end);

  /** Resolves with null if the worker fails or exceeds the limit. The worker then gets no more requests. */
  const compute = (power: Power) =>
    new Promise<bigint | null>((resolve) => {
      const timer = setTimeout(end, limit);
      waiting.push((result) => {
        clearTimeout(timer);
        resolve(result);
      });
      script?.postMessage(power);
    });

  return { end, compute: async (power: Power) => (hasEnded ? null : compute(power)) };
};

const isSame = (one: Power, other: Power): boolean =>
  one.base === other.base && one.exponent === other.exponent && one.modulus === other.modulus;

/** Creates a calculator of powers. @param start starts a worker, or throws if workers are unavailable */
export const createPowers = (start: () => PowerScript, limit = workerLimit) => {
  let spare: ReturnType<typeof openWorker> | null = null;

  return {
    /** Starts a worker ahead of time, so that the next operation doesn't wait for its script. */
    prepare(): void {
      spare ??= openWorker(start, limit);
    },

    /** Computes an operation's powers in a worker, or on this thread if that fails. Stops after `end`. */
    begin(signal: AbortSignal) {
      const begun: { readonly power: Power; readonly result: Promise<bigint> }[] = [];
      let worker = spare;
      let hasEnded = false;
      spare = null;

      const end = () => {
        hasEnded = true;
        worker?.end();
        signal.removeEventListener('abort', end);
      };
      signal.addEventListener('abort', end);

      const refuseAfterEnd = () => {
        signal.throwIfAborted();
        if (hasEnded) throw new Error('A power was requested after its operation ended');
      };

      const request = async (power: Power): Promise<bigint> => {
        refuseAfterEnd();
        worker ??= openWorker(start, limit);
        const result = await worker.compute(power);
        if (result !== null) return result;
        // Let the browser paint and handle input first.
        await nextTask();
        refuseAfterEnd();
        return modularPower(power);
      };

      return {
        end,
        /** Dedupes requests: the library requests its public value again before it has the first result. */
        compute(power: Power): Promise<bigint> {
          const known = begun.find((other) => isSame(other.power, power));
          if (known !== undefined) return known.result;
          const result = request(power);
          begun.push({ power, result });
          return result;
        },
      };
    },
  };
};

/** The operation for which the library requests powers. */
export interface PowerScope {
  readonly compute: (power: Power) => Promise<bigint>;
  /** Receives errors from powers and their callbacks, which have no caller left to catch them. */
  readonly fail: (error: unknown) => void;
}

let current: PowerScope | null = null;

/** Runs `call`. Powers that the library requests in it or in its later callbacks belong to `scope`. */
export const within = (scope: PowerScope, call: () => void): void => {
  const outer = current;
  current = scope;
  try {
    call();
  } finally {
    current = outer;
  }
};

/** Computes a power: asynchronously inside a scope, synchronously outside. */
export const requestPower = (power: Power, done: (result: bigint) => void): void => {
  const scope = current;
  if (scope === null) done(modularPower(power));
  else
    scope
      .compute(power)
      .then((result) => within(scope, () => done(result)))
      .catch(scope.fail);
};
