import { randomBytes, randomUUID } from 'node:crypto';
import { sha256 } from 'local-services/secrets.ts';
import * as v from 'valibot';
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

const cursorSchema = v.strictTuple([v.number(), v.string()]);

/** The devices that were confirmed after a sign-in. Of their secrets only verifiers are kept. */
export const createDevices = (userPoolId: string, now: () => number) => {
  const table = new Table<DeviceRecord>({ name: 'devices', schema: deviceSchema });
  const region = userPoolId.slice(0, userPoolId.indexOf('_'));
  const find = (sub: string, key: string): Device | undefined => {
    const record = table.get(key);
    return record?.sub === sub ? { key, ...record } : undefined;
  };

  return {
    table,
    find,
    /** Takes the place of the pool's name when a device proves its secret over SRP. */
    groupKey: `-${sha256(userPoolId).toString('hex').slice(0, 8)}`,
    /** A key for a new device: `<region>_<UUID>`. */
    newKey: (): string => `${region}_${randomUUID()}`,
    /**
     * Tracks the browser of a sign-in at the hosted pages. Only they could prove its secret: the app gets nothing but the key,
     * as the claim `device_key` of its access tokens.
     */
    trackHosted(sub: string): string {
      const key = `${region}_${randomUUID()}`;
      const at = now();
      const [salt, verifier] = [randomBytes(16).toString('hex'), randomBytes(384).toString('hex')];
      const times = { createdAt: at, modifiedAt: at, authenticatedAt: at };
      table.set(key, { sub, name: null, salt, verifier, remembered: true, ...times });
      return key;
    },
    confirm({ key, ...device }: NewDevice): void {
      const at = now();
      table.set(key, { ...device, remembered: true, createdAt: at, modifiedAt: at, authenticatedAt: at });
    },
    /** A device of a user. Throws ResourceNotFoundException: clients take the word "device" in it as a cue to forget the key. */
    get(sub: string, key: string): Device {
      const device = find(sub, key);
      if (device === undefined) throw new CognitoError('ResourceNotFoundException', 'Device does not exist.');
      return device;
    },
    /**
     * Up to `limit` devices of a user, oldest first, from `cursor` on; `next` is the cursor of the next page. Throws
     * InvalidParameterException for a wrong cursor.
     */
    list(sub: string, limit: number, cursor?: string): { devices: Device[]; next: string | undefined } {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const rest = Array.from(table, ([key, record]): Device => ({ key, ...record }))
        .filter(
          (device) => device.sub === sub && (after === undefined || compare(positionOf(device), after) > 0),
        )
        .sort((a, b) => compare(positionOf(a), positionOf(b)));
      const devices = rest.slice(0, limit);
      const last = devices.at(-1);
      const next = last !== undefined && rest.length > limit ? writeCursor(positionOf(last)) : undefined;
      return { devices, next };
    },
    remember: ({ key, ...record }: Device, remembered: boolean) =>
      table.set(key, { ...record, remembered, modifiedAt: now() }),
    recordSignIn: ({ key, ...record }: Device) => table.set(key, { ...record, authenticatedAt: now() }),
    forget: ({ key }: Device) => table.delete(key),
  };
};

/** What a device proves its secret against. */
export const deviceCredentials = ({ key, salt, verifier }: Device): SrpCredentials => ({
  userId: key,
  salt,
  verifier,
});

type Position = v.InferOutput<typeof cursorSchema>;

const positionOf = ({ createdAt, key }: Device): Position => [createdAt, key];

const compare = ([timeA, keyA]: Position, [timeB, keyB]: Position): number =>
  timeA - timeB || (keyA < keyB ? -1 : Number(keyA > keyB));

const writeCursor = (position: Position): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

const readCursor = (text: string): Position => {
  try {
    return v.parse(cursorSchema, JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw invalidParameter('Invalid pagination token.');
  }
};
