import * as v from 'valibot';

/** One record set (`value`) or deleted (`null`), as the journal writes it. */
export type Change = readonly [table: string, key: string, value: unknown];

export interface TableOptions<R extends object> {
  readonly name: string;
  /** The shape that a record read back from disk must have. */
  readonly schema: v.GenericSchema<unknown, R>;
  /** Whether a record may be dropped when the journal is compacted. Default: never. `now` in ms. */
  readonly isStale?: (record: R, now: number) => boolean;
}

/**
 * Keyed records held in memory, in the order of their first insertion. Every change is told to one listener (the
 * journal). Records are replaced, never mutated.
 */
export class Table<R extends object> {
  readonly name: string;
  readonly #schema: v.GenericSchema<unknown, R>;
  readonly #isStale: (record: R, now: number) => boolean;
  readonly #records = new Map<string, R>();
  #listener: (change: Change) => void = () => {};

  constructor(options: TableOptions<R>) {
    this.name = options.name;
    this.#schema = options.schema;
    this.#isStale = options.isStale ?? (() => false);
  }

  get size(): number {
    return this.#records.size;
  }

  get(key: string): R | undefined {
    return this.#records.get(key);
  }

  entries(): IterableIterator<[key: string, record: R]> {
    return this.#records.entries();
  }

  values(): IterableIterator<R> {
    return this.#records.values();
  }

  set(key: string, record: R): void {
    this.#records.set(key, record);
    this.#listener([this.name, key, record]);
  }

  delete(key: string): void {
    if (this.#records.delete(key)) this.#listener([this.name, key, null]);
  }

  onChange(listener: (change: Change) => void): void {
    this.#listener = listener;
  }

  /** Takes over a change read from disk, without telling the listener. Throws when the record has another shape. */
  restore(key: string, value: unknown): void {
    if (value === null) this.#records.delete(key);
    else this.#records.set(key, v.parse(this.#schema, value));
  }

  /** Drops stale records, then returns what is left as the changes that would rebuild the table. */
  compacted(now: number): Change[] {
    for (const [key, record] of this.#records) if (this.#isStale(record, now)) this.#records.delete(key);
    return Array.from(this.#records, ([key, record]) => [this.name, key, record] as const);
  }
}

/** What the journal needs of a table, whatever its records are. */
export type JournaledTable = Pick<Table<object>, 'name' | 'size' | 'onChange' | 'restore' | 'compacted'>;
