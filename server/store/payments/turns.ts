import type { PurchaseAttempts } from './attempts.ts';

/** How long work waits for its turn at most, in milliseconds: what is before it may wait for a database that does not answer. */
const patienceMs = 1_000;

/** Does work, of the same key only so much at a time, in the order in which it came. */
export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

interface Queue {
  busy: number;
  readonly waiting: Set<() => void>;
}

/**
 * Has work of the same key take turns in this process. That is for speed and no protection: what has waited for 1 s begins all
 * the same, and what fails is no matter to the next.
 *
 * @param places how much of one key is done at a time
 */
export const takeTurns = (places: number): Turns => {
  const queues = new Map<string, Queue>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { busy: 0, waiting: new Set() };
    queues.set(key, queue);
    if (queue.busy < places) queue.busy += 1;
    else await turnIn(queue);
    try {
      return await work();
    } finally {
      const [next] = queue.waiting;
      if (next !== undefined) next();
      else {
        queue.busy -= 1;
        if (queue.busy === 0) queues.delete(key);
      }
    }
  };
};

/** Resolves when whoever ends hands its place over, or when the patience ends, with a place more. */
const turnIn = (queue: Queue): Promise<void> =>
  new Promise((resolve) => {
    const begin = () => {
      clearTimeout(timer);
      queue.waiting.delete(begin);
      resolve();
    };
    const timer = setTimeout(() => {
      queue.busy += 1;
      begin();
    }, patienceMs);
    queue.waiting.add(begin);
  });

/**
 * How many of a customer's purchases ask the database at a time: one has the account, and the next is there when it is free. More
 * of them would wake each other each time, and leave no connection for other customers.
 */
const placesPerCustomer = 2;

/** The attempts, of which those of one customer take turns where they would wait for the same account. */
export const withTurns = (attempts: PurchaseAttempts): PurchaseAttempts => {
  const inTurn = takeTurns(placesPerCustomer);
  return {
    ...attempts,
    open: (attempt) => inTurn(attempt.customerId, () => attempts.open(attempt)),
    settle: (attempt, ...how) => inTurn(attempt.customerId, () => attempts.settle(attempt, ...how)),
  };
};
