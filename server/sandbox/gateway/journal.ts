import { mkdir, open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';

/** An append-only file of JSON lines: what was appended is on the disk before `append` answers. */
export interface Journal<Entry> {
  /** Every entry found when the journal was opened, oldest first. */
  readonly entries: readonly Entry[];
  /** Resolves once the entry is synced to the disk. Entries keep the order of the calls. */
  append(entry: Entry): Promise<void>;
  /** Waits for the appends under way and closes the file. */
  close(): Promise<void>;
}

/**
 * Opens or creates the journal at `path`. A last line without its line end was cut short by a crash before
 * anyone was told that it is kept: it is dropped.
 *
 * @throws when a whole line is not JSON or does not fit the schema.
 */
export async function openJournal<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
): Promise<Journal<v.InferOutput<Schema>>> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a', 0o600);
  const text = await readFile(path);
  const end = text.lastIndexOf('\n') + 1;
  if (end < text.length) await truncate(path, end);

  const entries = text
    .subarray(0, end)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => v.parse(schema, JSON.parse(line)));

  let waiting: string[] = [];
  let flushed: Promise<void> = Promise.resolve();

  // Entries that arrive while the disk is busy share the next sync.
  const flush = async () => {
    const lines = waiting;
    waiting = [];
    if (lines.length === 0) return;
    await file.appendFile(lines.join(''));
    await file.datasync();
  };

  return {
    entries,
    append(entry) {
      waiting.push(`${JSON.stringify(entry)}\n`);
      flushed = flushed.then(flush);
      return flushed;
    },
    async close() {
      await flushed.catch(() => undefined);
      await file.close();
    },
  };
}
