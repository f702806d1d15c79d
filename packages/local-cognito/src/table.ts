/** Records by key, in the order of their creation. Records are replaced, never mutated. */
export class Table<R> extends Map<string, R> {
  readonly #onChange: () => void;

  constructor(onChange: () => void, records: Readonly<Record<string, R>> = {}) {
    super();
    for (const [key, record] of Object.entries(records)) super.set(key, record);
    this.#onChange = onChange;
  }

  override set(key: string, record: R): this {
    this.#onChange();
    return super.set(key, record);
  }

  override delete(key: string): boolean {
    this.#onChange();
    return super.delete(key);
  }
}
