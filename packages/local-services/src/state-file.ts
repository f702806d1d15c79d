import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import writeFileAtomic from 'write-file-atomic';

/**
 * Opens the JSON file at `path`, which contains a complete state. Without a path, nothing is saved.
 *
 * @param snapshot returns the state to save
 * @throws {Error} that names the file if it doesn't match the schema. The file stays unchanged.
 */
export const openStateFile = async <State>(
  path: string | undefined,
  schema: v.GenericSchema<unknown, State>,
  snapshot: () => State,
) => {
  const found = path === undefined ? undefined : await load(path, schema);

  let inFlight: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    waiting = undefined;
    if (path !== undefined) await writeFileDurably(path, JSON.stringify(snapshot()));
  };

  return {
    /** The state when the file was opened; undefined if there was no file. */
    found,
    /**
     * Saves the state. Resolves when the current state, or a later one, is on disk. Calls during a write share the next
     * write. After a failure, the next call writes everything.
     */
    save(): Promise<void> {
      if (waiting === undefined) {
        waiting = inFlight.then(write);
        inFlight = waiting.catch(() => {});
      }
      return waiting;
    },
    /** Waits for writes in progress. */
    async close(): Promise<void> {
      await inFlight;
    },
  };
};

const load = async <State>(
  path: string,
  schema: v.GenericSchema<unknown, State>,
): Promise<State | undefined> => {
  await mkdir(dirname(path), { recursive: true });
  const text = await readFile(path, 'utf8').catch(undefinedIfMissing);
  if (text === undefined) return undefined;
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`The state file ${path} is damaged (${reason}). It was left as it is.`);
  }
};

/**
 * Replaces a file, which only its owner can read. After a crash, the file has either the old or the new text. Syncs the
 * directory too, because otherwise the new name could be lost.
 */
export const writeFileDurably = async (path: string, text: string): Promise<void> => {
  await writeFileAtomic(path, text, { mode: 0o600 });
  const directory = await open(dirname(path), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

/** Returns undefined if a path doesn't exist, and throws any other error. For use with `catch`. */
export const undefinedIfMissing = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
};
