import * as v from 'valibot';
import { type AuthorizedCall, readAs } from './client.ts';
import { resultOf } from './errors.ts';
import type { IdentityContext } from './session.ts';
import { dropDevice } from './token-writer.ts';

/** Maximum devices per page in Cognito. */
const maxDevices = 60;

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

export const createDevices = (
  { settings, storage, session }: IdentityContext,
  callAuthorized: AuthorizedCall,
) => ({
  listDevices: () =>
    resultOf(async () => {
      const currentKey = session.current()?.deviceKey ?? null;
      const list = readAs(listSchema, await callAuthorized('ListDevices', { Limit: maxDevices }));
      const { describeDevice } = await import('./device-name.ts');
      const devices = list.Devices.map(({ DeviceKey: id, DeviceAttributes: attributes }) => ({
        id,
        name: describeDevice(attributes.find(({ Name }) => Name === 'device_name')?.Value ?? ''),
        current: id === currentKey,
      }));
      return { devices: devices.sort((a, b) => Number(b.current) - Number(a.current)) };
    }),

  forgetDevice: ({ id }: { readonly id: string }) =>
    resultOf(async () => {
      const current = session.current();
      await callAuthorized('ForgetDevice', { DeviceKey: id });
      if (current?.deviceKey === id) {
        dropDevice(settings.clientId, current.username, storage);
        session.expire();
      }
      return { id };
    }),
});
