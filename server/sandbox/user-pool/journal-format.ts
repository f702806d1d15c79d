import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import type { Change } from './table.ts';

/**
 * The journal is a text file. Each line is the CRC-32 of its JSON (8 hex digits), a space, and the JSON itself: in the
 * first line the header, in every other one a batch of changes that take effect together.
 */
const header = { format: 'coffer-user-pool', version: 1 } as const;
const headerSchema = v.object({ format: v.literal(header.format), version: v.literal(header.version) });
const batchSchema = v.array(v.strictTuple([v.string(), v.string(), v.nullable(v.looseObject({}))]));

const checksum = (json: string): string => crc32(json).toString(16).padStart(8, '0');

function line(value: unknown): string {
  const json = JSON.stringify(value);
  return `${checksum(json)} ${json}\n`;
}

function readLine(text: string): unknown {
  const json = text.slice(9);
  if (text[8] !== ' ' || text.slice(0, 8) !== checksum(json)) throw new Error('its checksum does not match');
  return JSON.parse(json);
}

export const batchLine = (changes: readonly Change[]): string => line(changes);

/** A whole journal that holds these changes, one per line. */
export const journalText = (changes: readonly Change[]): string =>
  [line(header), ...changes.map((change) => batchLine([change]))].join('');

export interface JournalContents {
  readonly batches: readonly (readonly Change[])[];
  /** Bytes after the last line break: a write that a crash cut short and that nobody was told of. */
  readonly unfinishedBytes: number;
}

/** Reads a journal. Throws an error whose message says which line is damaged and why. */
export function parseJournal(bytes: Buffer): JournalContents {
  const end = bytes.lastIndexOf('\n') + 1;
  const [first, ...rest] = decode(bytes.subarray(0, end)).split('\n').slice(0, -1);
  if (first === undefined) throw new Error('line 1: it is not a user pool journal');
  atLine(1, () => v.parse(headerSchema, readLine(first)));
  return {
    batches: rest.map((text, index) => atLine(index + 2, () => v.parse(batchSchema, readLine(text)))),
    unfinishedBytes: bytes.length - end,
  };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('it is not UTF-8 text');
  }
}

/** Runs a step and names the line in what it throws. */
export function atLine<T>(number: number, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw new Error(`line ${number}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
