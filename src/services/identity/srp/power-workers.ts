import { withTimeout } from '#services/abort.ts';
import type { Power } from './modular-power.ts';

export interface PowerWorker {
  /** After a failure or a timeout, this and all later calls reject. */
  compute(power: Power): Promise<bigint>;
  /** Rejects pending powers. */
  end(): void;
}

export type PowerScript = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

interface Waiting {
  readonly resolve: (result: bigint) => void;
  readonly reject: (reason: Error) => void;
}

/** Milliseconds for one power, including the worker's start. */
const answerLimit = 3_000;

const unusable: PowerWorker = {
  compute: () => Promise.reject(new Error('This browser has no workers')),
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

/** @param start starts a worker, or throws if workers are unavailable */
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
    /** So that the next operation doesn't have to wait for the script. */
    prepare(): void {
      spare ??= open();
    },
    /** The worker that was started early. The caller must end it. */
    takeSpare(): PowerWorker | null {
      const taken = spare;
      spare = null;
      return taken;
    },
  };
};

export type PowerWorkers = ReturnType<typeof createPowerWorkers>;
