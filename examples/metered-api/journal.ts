import { existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

export type Journal<Value> = ReturnType<typeof openJournal<Value>>;

const parse = (line: string) => {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
};

/** Opens a file of values by id that survive a crash. A real API uses its database. */
export const openJournal = <Value>(path: string) => {
  // Ignore a line that was cut off by a crash, because its value wasn't used.
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').flatMap(parse) : [];
  const values = new Map<string, Value>(lines);
  const file = openSync(path, 'a');
  return {
    get: (id: string) => values.get(id),
    list: () => [...values.values()],
    /** Adds a value, and returns once it is on the disk. */
    add(id: string, value: Value) {
      // Start with a line break, which also ends a line that was cut off.
      writeSync(file, `\n${JSON.stringify([id, value])}`);
      fsyncSync(file);
      values.set(id, value);
    },
  };
};
