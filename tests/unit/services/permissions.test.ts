import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { browserEnvironment } from '#services/identity/environment.ts';
import { nativeStorage, openStorage } from '#services/storage/device-storage.ts';
import { createAttemptLocks } from '#services/store/attempt-locks.ts';
import { createDevice } from './identity/world.ts';

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

const refuseAccess = (name: string, object: object = globalThis) => {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { configurable: true, get: refuse });
  onTestFinished(() => {
    if (before) Object.defineProperty(object, name, before);
    else Reflect.deleteProperty(object, name);
  });
};

describe('a browser that blocks features', () => {
  it.each([
    ['refuses the property', () => refuseAccess('localStorage')],
    ['has nothing at the property', () => vi.stubGlobal('localStorage', null)],
    ['refuses to read', () => vi.stubGlobal('localStorage', { ...createDevice().storage, getItem: refuse })],
  ])('counts as a browser without storage if it %s', (_, block) => {
    block();
    expect(nativeStorage('local')).toBeUndefined();
    const storage = openStorage('local');
    storage.setItem('a', '1');
    expect([storage.getItem('a'), storage.isPersisted()]).toEqual(['1', false]);
  });

  it('has no channel to other tabs and no locks', () => {
    vi.stubGlobal('location', {});
    vi.stubGlobal('history', {});
    refuseAccess('BroadcastChannel');
    vi.stubGlobal('navigator', {});
    refuseAccess('locks', navigator);
    const { openChannel, locks } = browserEnvironment();
    expect([openChannel('a'), locks]).toEqual([null, undefined]);
    vi.stubGlobal('BroadcastChannel', refuse);
    expect(openChannel('a')).toBeNull();
  });

  it.each([
    ['no locks', null],
    ['locks that throw', { request: refuse, query: refuse }],
    ['locks that reject', { request: async () => refuse(), query: async () => refuse() }],
  ])('lets a tab work alone on a purchase with %s', async (_, manager) => {
    const locks = createAttemptLocks(manager);
    expect(await locks.tryAcquire('an-attempt')).toBe(true);
    expect(await locks.heldByOtherTabs(['an-attempt'])).toEqual(new Set());
    await locks.whenFree('an-attempt', new AbortController().signal);
  });
});
