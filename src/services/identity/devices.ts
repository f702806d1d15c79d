import * as v from 'valibot';
import type { Device } from '#machines/auth.types.ts';
import { UnavailableError } from '#services/errors.ts';
import type { callCognito } from './wire.ts';

/** How many devices are asked for at most; the service gives no more at once. */
const mostDevices = 60;

const listSchema = v.object({
  Devices: v.array(
    v.object({
      DeviceKey: v.pipe(v.string(), v.nonEmpty()),
      DeviceAttributes: v.nullish(
        v.array(v.object({ Name: v.string(), Value: v.optional(v.string(), '') })),
        [],
      ),
    }),
  ),
});

/** Calls an operation of the service that is allowed to whoever holds this access token. */
export type AuthorizedCall = (operation: string, parameters: object) => ReturnType<typeof callCognito>;

/** The customer's devices, this one first. `currentKey` is the key that this device keeps of itself. */
export const listDevices = async (call: AuthorizedCall, currentKey: string | null): Promise<Device[]> => {
  const list = v.safeParse(listSchema, await call('ListDevices', { Limit: mostDevices }));
  if (!list.success) throw new UnavailableError('The list of devices can’t be read');
  const { describeDevice } = await import('./device-name.ts');
  const devices = list.output.Devices.map(({ DeviceKey: id, DeviceAttributes: attributes }) => ({
    id,
    name: describeDevice(attributes.find(({ Name }) => Name === 'device_name')?.Value ?? ''),
    current: id === currentKey,
  }));
  return devices.sort((a, b) => Number(b.current) - Number(a.current));
};

/** Has the service forget a device, and with it the sessions that were started on it. */
export const forgetDevice = async (call: AuthorizedCall, id: string): Promise<void> => {
  await call('ForgetDevice', { DeviceKey: id });
};
