import { expect, test } from 'vitest';
import { expiryDay } from '#domain/expiry-day.ts';
import { inEveryTimeZone } from '../time-zones.ts';

inEveryTimeZone(() => {
  test.each([
    ['2027-01-01T05:59:59.000Z', '2026-11-27T12:00:00Z', 'Dec 31'],
    ['2027-01-01T06:00:00.000Z', '2026-11-27T12:00:00Z', 'Jan 01, 2027'],
    ['2027-01-01T06:00:00.000Z', '2027-01-01T05:59:59Z', 'Jan 01, 2027'],
    ['2027-01-02T06:00:00.000Z', '2027-01-01T06:00:00Z', 'Jan 02'],
    ['soon', '2026-11-27T12:00:00Z', null],
  ])('%s is, on %s, %s', (stamp, now, day) => {
    expect(expiryDay(stamp, Date.parse(now))).toBe(day);
  });
});
