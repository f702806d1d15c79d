import type { Database } from './database.ts';

/** Matches `pg`'s connection timeout, in ms, and its error message, which `isDatabaseUnavailable` recognizes. */
const patienceMs = 5_000;
const noConnection = 'timeout exceeded when trying to connect';

/** Limits a database to `max` concurrent statements and transactions. Others wait in order, for up to 5 s. */
export const withConnectionLimit = (database: Database, max: number): Database => {
  let free = max;
  const waiting = new Set<() => void>();

  const takeTurn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new Error(noConnection));
      }, patienceMs);
      waiting.add(begin);
    });
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else await takeTurn();
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next === undefined) free += 1;
      else next();
    }
  };
  return {
    query: (sql, values) => inTurn(() => database.query(sql, values)),
    transaction: (work, options) => inTurn(() => database.transaction(work, options)),
    close: () => database.close(),
  };
};
