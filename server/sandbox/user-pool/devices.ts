import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { sha256 } from '../secrets.ts';
import { CognitoError, invalidParameter } from './errors.ts';
import type { SrpCredentials } from './srp.ts';
import { Table } from './table.ts';

const hex = v.pipe(v.string(), v.regex(/^[\da-f]+$/));

const deviceSchema = v.object({
  sub: v.string(),
  /** What the client called it, like its `User-Agent`. */
  name: v.nullable(v.string()),
  salt: hex,
  verifier: hex,
  remembered: v.boolean(),
  createdAt: v.number(),
  modifiedAt: v.number(),
  authenticatedAt: v.number(),
});
type DeviceRecord = Readonly<v.InferOutput<typeof deviceSchema>>;

/** A browser or an app that a user signed in with. Times in ms since the epoch. */
export type Device = DeviceRecord & { readonly key: string };

export type NewDevice = Pick<Device, 'key' | 'sub' | 'name' | 'salt' | 'verifier'>;

export interface DevicePage {
  readonly devices: readonly Device[];
  /** What to ask for the next page with; undefined on the last one. */
  readonly next: string | undefined;
}

const cursorSchema = v.strictTuple([v.number(), v.string()]);

/** The devices that were confirmed after a sign-in. Of their secrets only verifiers are kept. */
export class Devices {
  readonly table = new Table<DeviceRecord>({ name: 'devices', schema: deviceSchema });
  /** Takes the place of the pool's name when a device proves its secret over SRP. */
  readonly groupKey: string;
  readonly #region: string;
  readonly #now: () => number;

  constructor({ userPoolId, now }: { userPoolId: string; now: () => number }) {
    this.#region = userPoolId.slice(0, userPoolId.indexOf('_'));
    this.groupKey = `-${sha256(userPoolId).toString('hex').slice(0, 8)}`;
    this.#now = now;
  }

  /** A key for a device that was not seen before: `<region>_<UUID>`. */
  newKey(): string {
    return `${this.#region}_${randomUUID()}`;
  }

  confirm({ key, ...device }: NewDevice): void {
    const now = this.#now();
    this.table.set(key, {
      ...device,
      remembered: true,
      createdAt: now,
      modifiedAt: now,
      authenticatedAt: now,
    });
  }

  /** A device of a user. Throws ResourceNotFoundException: clients take the word "device" in it as a cue to forget the key. */
  get(sub: string, key: string): Device {
    const device = this.find(sub, key);
    if (device === undefined) throw new CognitoError('ResourceNotFoundException', 'Device does not exist.');
    return device;
  }

  find(sub: string, key: string): Device | undefined {
    const record = this.table.get(key);
    return record?.sub === sub ? { key, ...record } : undefined;
  }

  /** Up to `limit` devices of a user, oldest first, from `cursor` on. Throws InvalidParameterException for a wrong cursor. */
  list(sub: string, limit: number, cursor?: string): DevicePage {
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const rest = Array.from(this.table.entries(), ([key, record]): Device => ({ key, ...record }))
      .filter((device) => device.sub === sub && (after === undefined || compare(placeOf(device), after) > 0))
      .sort((a, b) => compare(placeOf(a), placeOf(b)));
    const devices = rest.slice(0, limit);
    const last = devices.at(-1);
    const next = last !== undefined && rest.length > limit ? writeCursor(placeOf(last)) : undefined;
    return { devices, next };
  }

  remember({ key, ...record }: Device, remembered: boolean): void {
    this.table.set(key, { ...record, remembered, modifiedAt: this.#now() });
  }

  recordSignIn({ key, ...record }: Device): void {
    this.table.set(key, { ...record, authenticatedAt: this.#now() });
  }

  forget({ key }: Device): void {
    this.table.delete(key);
  }
}

/** What a device proves its secret against. */
export const deviceCredentials = ({ key, salt, verifier }: Device): SrpCredentials => ({
  userId: key,
  salt,
  verifier,
});

type Place = v.InferOutput<typeof cursorSchema>;

const placeOf = ({ createdAt, key }: Device): Place => [createdAt, key];

const compare = ([timeA, keyA]: Place, [timeB, keyB]: Place): number =>
  timeA - timeB || (keyA < keyB ? -1 : Number(keyA > keyB));

const writeCursor = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

function readCursor(text: string): Place {
  try {
    return v.parse(cursorSchema, JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw invalidParameter('Invalid pagination token.');
  }
}
