import { withTimeout } from '#services/abort.ts';
import type { Power } from './modular-power.ts';

/** Computes powers off the main thread. */
export interface PowerWorker {
  /** Rejects when the worker fails, or is too slow, and from then on. */
  compute(power: Power): Promise<bigint>;
  /** Ends the worker. What it still computes rejects. */
  end(): void;
}

/** What is used of a worker that runs power-worker.ts. */
export type PowerScript = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

interface Waiting {
  readonly resolve: (result: bigint) => void;
  readonly reject: (reason: Error) => void;
}

/** Milliseconds that one power may take in a worker, its start included. */
const answerLimit = 3_000;

const unusable: PowerWorker = {
  compute: () => Promise.reject(new Error('There are no workers here')),
  end: () => undefined,
};

const workerOf = (script: PowerScript, limit: number): PowerWorker => {
  const waiting: Waiting[] = [];
  let ended = false;

  const end = () => {
    if (ended) return;
    ended = true;
    script.terminate();
    for (const { reject } of waiting.splice(0)) reject(new Error('The worker has ended'));
  };

  script.addEventListener('message', ({ data }) => waiting.shift()?.resolve(data));
  script.addEventListener('messageerror', end);
  script.addEventListener('error', end);

  const ask = (power: Power) =>
    new Promise<bigint>((resolve, reject) => {
      if (ended) throw new Error('The worker has ended');
      waiting.push({ resolve, reject });
      script.postMessage(power);
    });

  return {
    compute: (power) =>
      withTimeout(limit, () => ask(power)).catch((error: unknown) => {
        end();
        throw error;
      }),
    end,
  };
};

/**
 * Starts the workers of sign-ins, each for one.
 *
 * @param start starts a worker, or throws where there are none
 */
export const createPowerWorkers = (start: () => PowerScript, limit = answerLimit) => {
  let spare: PowerWorker | null = null;

  const open = (): PowerWorker => {
    try {
      return workerOf(start(), limit);
    } catch {
      return unusable;
    }
  };

  return {
    open,
    /** Starts a worker ahead of the next operation, so that it need not wait for the script. */
    prepare(): void {
      spare ??= open();
    },
    /** The worker that was started ahead, for one operation to use and to end. */
    takeSpare(): PowerWorker | null {
      const taken = spare;
      spare = null;
      return taken;
    },
  };
};

export type PowerWorkers = ReturnType<typeof createPowerWorkers>;
