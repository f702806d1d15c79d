import { afterEach, expect, test, vi } from 'vitest';
import { offerServices, type SharedServices, servicesOfRun } from '#tests/services/shared-services.ts';

const sandbox = {
  addresses: {
    app: 'http://localhost:1',
    pool: 'http://localhost:2',
    store: 'http://localhost:3',
    gateway: 'http://localhost:4',
    console: 'http://localhost:5',
  },
  log: 'a.log',
};

let withdraw: (() => Promise<void>) | undefined;
afterEach(async () => {
  await withdraw?.();
  withdraw = undefined;
  vi.unstubAllEnvs();
});

const services = () => ({
  sandbox: vi.fn<SharedServices['sandbox']>(async () => sandbox),
  gallery: vi.fn<SharedServices['gallery']>(async () => 'http://localhost:6'),
});

test('a worker is answered with the services of its run', async () => {
  const offered = services();
  withdraw = await offerServices(offered);
  expect(await servicesOfRun.sandbox(1, 'dev')).toEqual(sandbox);
  expect(offered.sandbox).toHaveBeenCalledExactlyOnceWith(1, 'dev');
  expect(await servicesOfRun.gallery()).toBe('http://localhost:6');
});

test('a worker hears why a service did not start', async () => {
  const offered = services();
  offered.sandbox.mockRejectedValue(new Error('The port is taken'));
  withdraw = await offerServices(offered);
  await expect(servicesOfRun.sandbox(0, 'built')).rejects.toThrow('The port is taken');
});

test('outside of a run there are no services', async () => {
  vi.stubEnv('TEST_SERVICES_ORIGIN', undefined);
  await expect(servicesOfRun.gallery()).rejects.toThrow('There are no services');
});
