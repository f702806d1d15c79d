import { randomBytes, randomUUID } from 'node:crypto';
import { sha256 } from 'local-services/secrets.ts';
import * as v from 'valibot';
import { invalidParameter, notFound } from './errors.ts';

export const deviceSchema = v.object({
  key: v.string(),
  sub: v.string(),
  /** The client's name for the device, like its `User-Agent`. */
  name: v.nullable(v.string()),
  /** The salt of the device's SRP verifier. Both are in hex. */
  salt: v.string(),
  verifier: v.string(),
  remembered: v.boolean(),
  createdAt: v.number(),
  modifiedAt: v.number(),
  authenticatedAt: v.number(),
});

/** A browser or app that a user has signed in with. Times are in ms since the epoch. */
export type Device = Readonly<v.InferOutput<typeof deviceSchema>>;

export const createDevices = (table: Map<string, Device>, userPoolId: string, now: () => number) => {
  const [region] = userPoolId.split('_', 1);
  const save = (device: Device): void => void table.set(device.key, device);
  const find = (sub: string, key: string): Device | undefined => {
    const device = table.get(key);
    return device?.sub === sub ? device : undefined;
  };
  const newKey = (): string => `${region}_${randomUUID()}`;
  const confirm = (device: Pick<Device, 'key' | 'sub' | 'name' | 'salt' | 'verifier'>): void => {
    const at = now();
    save({ ...device, remembered: true, createdAt: at, modifiedAt: at, authenticatedAt: at });
  };
  const allOf = (sub: string): Device[] => [...table.values()].filter((device) => device.sub === sub);

  return {
    find,
    allOf,
    confirm,
    /** The device group key, which replaces the pool's name in SRP for devices. */
    groupKey: `-${sha256(userPoolId).toString('hex').slice(0, 8)}`,
    newKey,
    /** Tracks the browser of a hosted sign-in. Returns the device key, which the app gets in the access token. */
    trackHosted(sub: string): string {
      const key = newKey();
      const [salt, verifier] = [randomBytes(16).toString('hex'), randomBytes(384).toString('hex')];
      confirm({ key, sub, name: null, salt, verifier });
      return key;
    },
    /** Returns a device, or throws ResourceNotFoundException. Clients forget their key if its message contains "device". */
    get(sub: string, key: string): Device {
      const device = find(sub, key);
      if (device === undefined) throw notFound('Device does not exist.');
      return device;
    },
    /** Returns up to `limit` devices, oldest first, after the device `cursor`. `next` is the next page's cursor. */
    list(sub: string, limit: number, cursor?: string): { devices: Device[]; next: string | undefined } {
      const all = allOf(sub);
      const start = cursor === undefined ? 0 : all.findIndex(({ key }) => key === cursor) + 1;
      if (cursor !== undefined && start === 0) throw invalidParameter('Invalid pagination token.');
      const devices = all.slice(start, start + limit);
      return { devices, next: start + limit < all.length ? devices.at(-1)?.key : undefined };
    },
    remember: (device: Device, remembered: boolean) => save({ ...device, remembered, modifiedAt: now() }),
    recordSignIn: (device: Device) => save({ ...device, authenticatedAt: now() }),
    forget: ({ key }: Device) => table.delete(key),
  };
};
