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

/** Keyed records that report each change to one listener (the journal). Records are replaced, never mutated. */
export class Table<R extends object> extends Map<string, R> {
  readonly #options: TableOptions<R>;
  #listener: (change: Change) => void = () => {};

  constructor(options: TableOptions<R>) {
    super();
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  override set(key: string, record: R): this {
    super.set(key, record);
    this.#listener([this.name, key, record]);
    return this;
  }

  override delete(key: string): boolean {
    const isDeleted = super.delete(key);
    if (isDeleted) this.#listener([this.name, key, null]);
    return isDeleted;
  }

  onChange(listener: (change: Change) => void): void {
    this.#listener = listener;
  }

  /** Takes over a change read from disk, without telling the listener. Throws when the record has another shape. */
  restore(key: string, value: unknown): void {
    if (value === null) super.delete(key);
    else super.set(key, v.parse(this.#options.schema, value));
  }

  /** Drops stale records, then returns what is left as the changes that would rebuild the table. */
  compacted(now: number): Change[] {
    for (const [key, record] of this) if (this.#options.isStale?.(record, now)) super.delete(key);
    return Array.from(this, ([key, record]) => [this.name, key, record] as const);
  }
}

/** What the journal needs of a table, whatever its records are. */
export type JournaledTable = Pick<Table<object>, 'name' | 'size' | 'onChange' | 'restore' | 'compacted'>;
