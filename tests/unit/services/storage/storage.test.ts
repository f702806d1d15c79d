import { describe, expect, it } from 'vitest';
import { openStorage, withMemoryFallback } from '#services/storage/device-storage.ts';
import { stage } from '#services/storage/staged-storage.ts';
import { createDevice } from '../identity/world.ts';

describe('a device’s storage', () => {
  it('writes values through to native storage and reads them back', () => {
    const { storage: native, entries } = createDevice();
    const storage = withMemoryFallback(native);
    storage.setItem('a', '1');
    storage.setItem('b', '2');
    storage.removeItem('b');
    expect([...entries]).toEqual([['a', '1']]);
    entries.set('a', 'from another tab');
    expect(storage.getItem('a')).toBe('from another tab');
  });

  it('keeps values in memory while native storage refuses them', () => {
    const { storage: native, entries } = createDevice();
    let isFull = true;
    const storage = withMemoryFallback({
      ...native,
      setItem(key, value) {
        if (isFull) throw new DOMException('Full', 'QuotaExceededError');
        native.setItem(key, value);
      },
    });
    entries.set('a', 'old');
    storage.setItem('a', 'new');
    expect(storage.getItem('a')).toBe('new');
    isFull = false;
    storage.setItem('a', 'newer');
    expect(entries.get('a')).toBe('newer');
    expect(storage.getItem('a')).toBe('newer');
  });

  it('is kept in memory if there is no native storage', () => {
    const storage = openStorage('memory');
    storage.setItem('a', '1');
    expect(storage.getItem('a')).toBe('1');
    storage.removeItem('a');
    expect(storage.getItem('a')).toBeNull();
    expect(openStorage('memory').getItem('a')).toBeNull();
  });
});

describe('staged storage', () => {
  it('shows its changes, and writes them to the device when committed', () => {
    const { storage, entries } = createDevice();
    storage.setItem('gone', '1');
    const staged = stage(storage);
    staged.setItem('first', '1');
    staged.setItem('last', '1');
    staged.removeItem('gone');
    staged.setItem('first', '2');
    expect([staged.getItem('first'), staged.getItem('gone')]).toEqual(['2', null]);
    expect([...entries]).toEqual([['gone', '1']]);
    staged.commit();
    expect([...entries]).toEqual([
      ['last', '1'],
      ['first', '2'],
    ]);
  });

  it('drops its changes when it is cleared', () => {
    const { storage, entries } = createDevice();
    const staged = stage(storage);
    staged.setItem('a', '1');
    staged.clear();
    staged.commit();
    expect(entries.size).toBe(0);
  });
});
