import { afterAll, beforeAll, describe, expect } from 'vitest';

/** Zones other than the store's: one west of it, UTC, and one with a half-hour offset. */
const zones = [
  ['America/Los_Angeles', 480],
  ['UTC', 0],
  ['Asia/Kolkata', -330],
] as const;

export const inEveryTimeZone = (tests: () => void): void => {
  describe.each(zones)('with the clock in %s', (zone, winterOffset) => {
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
