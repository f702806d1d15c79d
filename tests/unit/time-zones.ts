import { afterAll, beforeAll, describe, expect } from 'vitest';

/** Zones of machines, none of them the store's: west of it, at no distance from UTC, and half an hour off. */
const zones = [
  ['America/Los_Angeles', 480],
  ['UTC', 0],
  ['Asia/Kolkata', -330],
] as const;

/** Runs tests under several zones of the machine's clock: what they expect must not depend on it. */
export const inEveryTimeZone = (tests: () => void): void => {
  describe.each(zones)('on a clock of %s', (zone, winterOffset) => {
    const { TZ } = process.env;
    beforeAll(() => {
      process.env['TZ'] = zone;
      expect(new Date('2026-01-15T12:00:00Z').getTimezoneOffset()).toBe(winterOffset);
    });
    afterAll(() => {
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
    });
    tests();
  });
};
