import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyImport } from '#services/lazy-import.ts';

const device = { onLine: true };
const reach = vi.fn<() => Promise<Response>>();
const load = vi.fn<() => Promise<string>>();

beforeEach(() => {
  device.onLine = true;
  vi.stubGlobal('navigator', device);
  vi.stubGlobal('fetch', reach);
  load.mockResolvedValue('the part');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

describe('a part of the code', () => {
  it('is got once, when it is first needed', async () => {
    const part = lazyImport(load);
    expect(load).not.toHaveBeenCalled();
    expect([await part(), await part()]).toEqual(['the part', 'the part']);
    expect(load).toHaveBeenCalledOnce();
    expect(reach).not.toHaveBeenCalled();
  });

  it('is not tried while the network is gone, and is got afterwards', async () => {
    const part = lazyImport(load);
    device.onLine = false;
    reach.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(part()).rejects.toThrow('Offline');
    expect(load).not.toHaveBeenCalled();
    device.onLine = true;
    expect(await part()).toBe('the part');
  });

  it('is got without a network from a server on this machine, and needs none once it is there', async () => {
    const part = lazyImport(load);
    device.onLine = false;
    reach.mockResolvedValue(new Response());
    expect(await part()).toBe('the part');
    reach.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await part()).toBe('the part');
  });

  it('is tried again after a failure', async () => {
    const part = lazyImport(load);
    load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    await expect(part()).rejects.toThrow('dynamically imported');
    expect(await part()).toBe('the part');
  });
});
