import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import { undefinedIfMissing, writeFileDurably } from './write-file.ts';

export interface JournalOptions<Entry> {
  /** Whose journal it is, for error messages. */
  readonly owner?: string;
  /** What the file's first line must be. */
  readonly header?: object;
  /** Takes in an entry found at the opening; an entry that it throws at is damaged. */
  readonly restore?: (entry: Entry) => void;
  /**
   * How many records the entries amount to, and entries that give these records. With it the file is written anew at its
   * opening, and when it holds far more entries than there are records.
   */
  readonly snapshot?: { size(): number; entries(): readonly Entry[] };
  /** Called with a message when an unfinished write was dropped at the opening. */
  readonly warn?: (message: string) => void;
}

/** Entries a journal may hold beyond four times its records before it is written anew. */
const compactionSlack = 1_000;

/**
 * Opens or creates the journal at `path`: an append-only file of entries. Each line is the CRC-32 of its JSON (8 hex digits), a space, and the JSON; a
 * line that is a JSON object alone, as older journals have it, is read too. A last line without its line end was cut
 * short by a crash before its `append` resolved: it is dropped.
 *
 * @throws Error that names the file and the line when a whole line is damaged. The file is left as it is then.
 */
export const openJournal = async <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  options: JournalOptions<v.InferOutput<Schema>> = {},
) => {
  type Entry = v.InferOutput<Schema>;
  const { owner = 'sandbox', header, restore, snapshot, warn } = options;
  const headerLine = header === undefined ? '' : toLine(header);

  const readLine = (line: string, index: number): readonly Entry[] => {
    try {
      const value = parseLine(line);
      if (header !== undefined && index === 0) {
        if (`${line}\n` !== headerLine) throw new Error(`it is not a ${owner} journal`);
        return [];
      }
      const entry = v.parse(schema, value);
      restore?.(entry);
      return [entry];
    } catch (error) {
      throw new Error(`line ${index + 1}: ${messageOf(error)}`);
    }
  };

  const load = (bytes: Buffer): { entries: readonly Entry[]; size: number } => {
    const size = bytes.lastIndexOf('\n') + 1;
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, size));
      if (header !== undefined && text === '') throw new Error(`line 1: it is not a ${owner} journal`);
      const entries = text.split('\n').slice(0, -1).flatMap(readLine);
      const dropped = bytes.length - size;
      if (dropped > 0)
        warn?.(`${path}: dropped ${dropped} bytes of a write that a crash cut short at its end`);
      return { entries, size };
    } catch (error) {
      throw new Error(
        `The ${owner}'s journal ${path} is damaged (${messageOf(error)}). It was left as it is.`,
      );
    }
  };

  /** Makes the file anew with these entries and opens it. */
  const rewrite = async (content: readonly Entry[]) => {
    const text = headerLine + content.map(toLine).join('');
    await writeFileDurably(path, text);
    return { file: await open(path, 'r+'), size: Buffer.byteLength(text) };
  };

  await mkdir(dirname(path), { recursive: true });
  const found = await readFile(path).catch(undefinedIfMissing);
  const { entries, size: foundSize } = found === undefined ? { entries: [], size: 0 } : load(found);
  let { file, size } =
    found === undefined || snapshot !== undefined
      ? await rewrite(snapshot?.entries() ?? [])
      : { file: await open(path, 'r+'), size: foundSize };
  await file.truncate(size);

  let waiting: string[] = [];
  let appended = 0;
  let flushed: Promise<void> = Promise.resolve();

  const write = async (lines: readonly string[]): Promise<void> => {
    const bytes = Buffer.from(lines.join(''));
    // At a position, so that a write after a failed one replaces what that one left behind.
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, size);
    if (bytesWritten < bytes.length)
      throw new Error(`Only ${bytesWritten} of ${bytes.length} bytes were written`);
    await file.datasync();
    size += bytes.length;
    appended += lines.length;
  };

  const compact = async (content: readonly Entry[]): Promise<void> => {
    const outgrown = file;
    ({ file, size } = await rewrite(content));
    appended = 0;
    await outgrown.close();
  };

  const writeWaiting = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    try {
      const isOutgrown = snapshot !== undefined && appended > 4 * snapshot.size() + compactionSlack;
      await (isOutgrown ? compact(snapshot.entries()) : write(lines));
    } catch (error) {
      waiting = [...lines, ...waiting];
      throw new Error(`Cannot write the ${owner}'s journal ${path}`, { cause: error });
    }
  };

  /** Resolves when everything appended is on the disk. Rejects when the disk refuses, as `append` does. */
  const flush = (): Promise<void> => {
    flushed = flushed.catch(() => {}).then(writeWaiting);
    return flushed;
  };

  return {
    /** Every entry found when the journal was opened, oldest first. */
    entries,
    /**
     * Resolves once the entry is synced to the disk. Entries keep the order of the calls, and those that arrive while the
     * disk is busy share the next sync. Rejects when the disk refuses; the next call writes what is missing.
     */
    append(entry: Entry): Promise<void> {
      waiting.push(toLine(entry));
      return flush();
    },
    flush,
    /** Waits for the appends under way and closes the file. */
    close: (): Promise<void> => flush().finally(() => file.close()),
  };
};

const checksum = (json: string): string => crc32(json).toString(16).padStart(8, '0');

const toLine = (value: unknown): string => {
  const json = JSON.stringify(value);
  return `${checksum(json)} ${json}\n`;
};

const parseLine = (line: string): unknown => {
  if (line.startsWith('{')) return JSON.parse(line);
  const json = line.slice(9);
  if (line[8] !== ' ' || line.slice(0, 8) !== checksum(json)) throw new Error('its checksum does not match');
  return JSON.parse(json);
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
