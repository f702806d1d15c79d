import {
  environmentManager,
  MutationObserver,
  onlineManager,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Device } from '#domain/security.ts';
import { devicesQuery, forgetDeviceMutation } from '#features/security/device-queries.ts';
import type { Devices } from '#features/shared/security.ts';

const phone: Device = { id: 'd1', name: 'Phone', current: false };
const laptop: Device = { id: 'd2', name: 'Laptop', current: true };
const refused = { outcome: 'refused', failure: { name: 'code-mismatch', message: 'No.' } } as const;
const unavailable = { outcome: 'refused', failure: { name: 'unavailable', message: '' } } as const;
const untracked = { outcome: 'refused', failure: { name: 'devices-untracked', message: '' } } as const;
const unknown = { outcome: 'refused', failure: { name: 'unknown', message: '' } } as const;

const open = (answers: Partial<Devices> = {}) => {
  const asked = { list: 0 };
  const service: Devices = {
    listDevices: async () => ({ outcome: 'done', devices: [laptop, phone] }),
    forgetDevice: async () => ({ outcome: 'done' }),
    ...answers,
  };
  const devices: Devices = {
    listDevices() {
      asked.list += 1;
      return service.listDevices();
    },
    forgetDevice: (input) => service.forgetDevice(input),
  };
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  const list = new QueryObserver(client, devicesQuery(devices));
  const stop = list.subscribe(() => undefined);
  const leave = () => {
    stop();
    client.clear();
  };
  onTestFinished(leave);
  return {
    asked,
    client,
    service,
    list,
    leave,
    forget: new MutationObserver(client, forgetDeviceMutation(devices)),
    shown: () => client.getQueryData(devicesQuery(devices).queryKey),
  };
};

it('devices are listed, and can be forgotten one by one', async () => {
  const { list, forget, shown, asked } = open();
  await list.refetch({ cancelRefetch: false });
  expect(shown()).toEqual({ outcome: 'done', devices: [laptop, phone] });
  expect(await forget.mutate('d1')).toEqual({ outcome: 'done' });
  expect(shown()).toEqual({ outcome: 'done', devices: [laptop] });
  expect(asked.list).toBe(1);
});

it.each([
  ['that is refused', async () => refused, refused],
  ['that throws', () => Promise.reject(new Error('out of order')), unknown],
])('a device list request %s is retried only by the customer', async (_, listDevices, answer) => {
  const { list, shown, service, asked } = open({ listDevices });
  await list.refetch({ cancelRefetch: false });
  expect(shown()).toEqual(answer);
  expect(asked.list).toBe(1);
  service.listDevices = async () => ({ outcome: 'done', devices: [] });
  await list.refetch();
  expect(shown()).toEqual({ outcome: 'done', devices: [] });
});

it.each([
  ['until it succeeds', unavailable, 1, 3],
  ['a few times at most', unavailable, 99, 5],
  ['only once if it is refused', untracked, 99, 2],
])('the device list is retried %s once the network is back', async (_, answer, failures, times) => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  onTestFinished(() => {
    environmentManager.setIsServer(() => true);
    onlineManager.setOnline(true);
  });
  onlineManager.setOnline(false);
  const { client, service, asked } = open({ listDevices: async () => answer });
  client.mount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.list).toBe(1);
  service.listDevices = async () => (asked.list <= 1 + failures ? answer : { outcome: 'done', devices: [] });
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.list).toBe(times);
  client.unmount();
});

it('a device that can’t be forgotten stays listed, and the reason is kept until the next try', async () => {
  const { list, forget, shown, service } = open({ forgetDevice: async () => refused });
  await list.refetch({ cancelRefetch: false });
  await forget.mutate('d1');
  expect(forget.getCurrentResult().data).toEqual(refused);
  service.forgetDevice = () => Promise.reject(new Error('out of order'));
  const forgetting = forget.mutate('d1');
  expect(forget.getCurrentResult()).toMatchObject({ data: undefined, isPending: true });
  expect(await forgetting).toEqual(unknown);
  expect(shown()).toEqual({ outcome: 'done', devices: [laptop, phone] });
});

it('a session that ends during a request leaves no device list behind', async () => {
  const { list, forget, shown, leave } = open();
  await list.refetch({ cancelRefetch: false });
  const forgetting = forget.mutate('d2');
  leave();
  await forgetting;
  expect(shown()).toBeUndefined();
});
