import { type FileHandle, open, readFile } from 'node:fs/promises';
import { isMissing, writeFileDurably } from './durable-file.ts';
import { atLine, batchLine, journalText, parseJournal } from './journal-format.ts';
import type { Change, JournaledTable } from './table.ts';

export interface JournalOptions {
  readonly path: string;
  readonly tables: readonly JournaledTable[];
  /** The clock, in ms since the epoch. */
  readonly now: () => number;
  /** Told of an unfinished write that was dropped at the start. */
  readonly warn: (message: string) => void;
}

/** Batches a journal may hold beyond four times its live records before it is written anew. */
const compactionSlack = 1_000;

/**
 * Makes the changes of some tables durable in one append-only file. Changes made before a write begins share it
 * (one sync for all of them) and take effect together or not at all.
 */
export class Journal {
  readonly #options: JournalOptions;
  #file: FileHandle;
  #changes: Change[] = [];
  #batches = 0;
  #durableBytes: number;
  #last: Promise<void> = Promise.resolve();
  #isQueued = false;

  private constructor(options: JournalOptions, file: FileHandle, size: number) {
    this.#options = options;
    this.#file = file;
    this.#durableBytes = size;
    for (const table of options.tables) table.onChange((change) => this.#changes.push(change));
  }

  /**
   * Restores the tables from the file and starts to record their changes. A missing file is made.
   * Throws an error that names the file when it is damaged; the file is left as it is then.
   */
  static async open(options: JournalOptions): Promise<Journal> {
    await restore(options);
    const { file, size } = await rewrite(options);
    return new Journal(options, file, size);
  }

  /** Resolves when every change made so far is on disk. Rejects when the disk refuses; a later call tries again. */
  durable(): Promise<void> {
    if (this.#changes.length > 0 && !this.#isQueued) {
      this.#isQueued = true;
      this.#last = this.#last.catch(() => {}).then(() => this.#write());
    }
    return this.#last;
  }

  /** Makes the last changes durable and lets go of the file. */
  async close(): Promise<void> {
    try {
      await this.durable();
    } finally {
      await this.#file.close();
    }
  }

  async #write(): Promise<void> {
    this.#isQueued = false;
    const changes = this.#changes;
    this.#changes = [];
    try {
      if (this.#isOvergrown()) await this.#compact();
      else await this.#append(batchLine(changes));
    } catch (error) {
      this.#changes = [...changes, ...this.#changes];
      throw new Error(`Cannot write the user pool's journal ${this.#options.path}`, { cause: error });
    }
  }

  #isOvergrown(): boolean {
    const records = this.#options.tables.reduce((sum, table) => sum + table.size, 0);
    return this.#batches > 4 * records + compactionSlack;
  }

  async #append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    // At a position, so that a write after a failed one replaces what that one left behind.
    const { bytesWritten } = await this.#file.write(bytes, 0, bytes.length, this.#durableBytes);
    if (bytesWritten < bytes.length)
      throw new Error(`Only ${bytesWritten} of ${bytes.length} bytes were written`);
    await this.#file.datasync();
    this.#durableBytes += bytes.length;
    this.#batches += 1;
  }

  async #compact(): Promise<void> {
    const { file, size } = await rewrite(this.#options);
    await this.#file.close();
    this.#file = file;
    this.#durableBytes = size;
    this.#batches = 0;
  }
}

async function restore({ path, tables, warn }: JournalOptions): Promise<void> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (bytes === undefined) return;
  try {
    const { batches, unfinishedBytes } = parseJournal(bytes);
    const byName = new Map(tables.map((table) => [table.name, table]));
    for (const [index, batch] of batches.entries()) atLine(index + 2, () => restoreBatch(byName, batch));
    if (unfinishedBytes > 0) {
      warn(`${path}: dropped ${unfinishedBytes} bytes of a write that a crash cut short at its end`);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The user pool's journal ${path} is damaged (${reason}). It was left as it is.`);
  }
}

function restoreBatch(tables: ReadonlyMap<string, JournaledTable>, batch: readonly Change[]): void {
  for (const [name, key, value] of batch) {
    const table = tables.get(name);
    if (table === undefined) throw new Error(`it names an unknown table, "${name}"`);
    table.restore(key, value);
  }
}

async function rewrite({ path, tables, now }: JournalOptions): Promise<{ file: FileHandle; size: number }> {
  const at = now();
  const text = journalText(tables.flatMap((table) => table.compacted(at)));
  await writeFileDurably(path, text);
  return { file: await open(path, 'r+'), size: Buffer.byteLength(text) };
}
