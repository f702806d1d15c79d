import type pg from 'pg';

/** How often to compare two clients' sessions. With several free servers, a pooler may not mix them up at once. */
const rounds = 3;

/** `pg`'s types lack a single query's time limit, in ms. */
const askSession = { text: 'select pg_backend_pid() as pid', query_timeout: 5_000 };
const sessionOf = async (client: pg.PoolClient): Promise<number | undefined> =>
  (await client.query<{ pid: number }>(askSession)).rows[0]?.pid;

/**
 * Returns whether clients keep their sessions. PgBouncer in transaction mode gives each statement any session, without
 * the search path and the locks of its client. Returns true if no second client is free, because one can't tell.
 */
export const keepsSessions = async (connect: () => Promise<pg.PoolClient>): Promise<boolean> => {
  const first = await connect();
  const clients = [first];
  try {
    const own = await sessionOf(first);
    // Without a pooler, the id that the server sent when the client connected is the session's.
    if ('processID' in first && first.processID === own) return true;
    const second = await connect().catch(() => undefined);
    if (second === undefined) return true;
    clients.push(second);
    const other = await sessionOf(second);
    // Ask the second client twice in a row, in case the pooler takes turns between two sessions.
    for (let round = 0; round < rounds; round += 1)
      if ((await sessionOf(second)) !== other || (await sessionOf(first)) !== own) return false;
    return own !== other;
  } catch (error) {
    // A client whose server doesn't respond stays busy, so close its connection.
    for (const client of clients.splice(0)) client.release(true);
    throw error;
  } finally {
    for (const client of clients) client.release();
  }
};
