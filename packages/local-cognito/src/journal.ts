import { openJournal } from 'local-services/durable/journal.ts';
import * as v from 'valibot';
import type { Change, JournaledTable } from './table.ts';

const header = { format: 'coffer-user-pool', version: 1 };

/** Changes that take effect together. */
const batchSchema = v.array(v.strictTuple([v.string(), v.string(), v.nullable(v.looseObject({}))]));

/**
 * Restores the tables from the file and records their changes from then on. A missing file is made.
 *
 * @param now the clock, in ms since the epoch
 * @param warn called with a message when an unfinished write was dropped at the start
 * @throws Error that names the file when it is damaged; the file is left as it is then.
 */
export const openTablesJournal = async (
  path: string,
  tables: readonly JournaledTable[],
  now: () => number,
  warn: (message: string) => void,
) => {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const journal = await openJournal<v.GenericSchema<unknown, readonly Change[]>>(path, batchSchema, {
    owner: 'user pool',
    header,
    warn,
    restore(batch) {
      for (const [name, key, value] of batch) {
        const table = byName.get(name);
        if (table === undefined) throw new Error(`it names an unknown table, "${name}"`);
        table.restore(key, value);
      }
    },
    snapshot: {
      size: () => tables.reduce((sum, table) => sum + table.size, 0),
      entries: () => tables.flatMap((table) => table.compacted(now())).map((change) => [change]),
    },
  });

  let changes: Change[] = [];
  for (const table of tables) table.onChange((change) => changes.push(change));
  /** Resolves when every change made so far is on disk. Rejects when the disk refuses; a later call tries again. */
  const durable = (): Promise<void> => {
    if (changes.length === 0) return journal.flush();
    const batch = changes;
    changes = [];
    return journal.append(batch);
  };
  /** Makes the last changes durable and closes the file. */
  const close = (): Promise<void> => durable().finally(journal.close);
  return { durable, close };
};
