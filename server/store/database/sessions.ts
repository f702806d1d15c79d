import type pg from 'pg';

/** How often to compare two clients' sessions. With several free servers, a pooler may not mix them up at once. */
const rounds = 3;

const sessionOf = async (client: pg.PoolClient): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

/**
 * Returns whether clients keep their sessions. PgBouncer in transaction mode gives each statement any session, without
 * the search path and the locks of its client. Returns true if no second client is free, because one can't tell.
 */
export const keepsSessions = async (connect: () => Promise<pg.PoolClient>): Promise<boolean> => {
  const first = await connect();
  try {
    const own = await sessionOf(first);
    // Without a pooler, the id that the server sent when the client connected is the session's.
    if ('processID' in first && first.processID === own) return true;
    const second = await connect().catch(() => undefined);
    if (second === undefined) return true;
    try {
      const other = await sessionOf(second);
      // Ask the second client twice in a row, in case the pooler takes turns between two sessions.
      for (let round = 0; round < rounds; round += 1)
        if ((await sessionOf(second)) !== other || (await sessionOf(first)) !== own) return false;
      return own !== other;
    } finally {
      second.release();
    }
  } finally {
    first.release();
  }
};
