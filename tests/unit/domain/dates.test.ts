import { expect, test } from 'vitest';
import { expiryDay } from '#domain/chicago-time.ts';
import { chicagoDay, readInstant } from '#domain/dates.ts';
import { inEveryTimeZone } from '../time-zones.ts';

inEveryTimeZone(() => {
  test.each([
    ['2027-01-01T05:59:59.000Z', '2026-11-27T12:00:00Z', 'Dec 31'],
    ['2027-01-01T06:00:00.000Z', '2026-11-27T12:00:00Z', 'Jan 01, 2027'],
    ['2027-01-01T06:00:00.000Z', '2027-01-01T05:59:59Z', 'Jan 01, 2027'],
    ['2027-01-02T06:00:00.000Z', '2027-01-01T06:00:00Z', 'Jan 02'],
    ['soon', '2026-11-27T12:00:00Z', null],
  ])('the expiry %s, as of %s, is shown as %s', (stamp, now, day) => {
    expect(expiryDay(stamp, Date.parse(now))).toBe(day);
  });

  test.each([
    ['2026-07-04T18:05:09Z', '2026-07-04 13:05:09', '2026-07-04T18:05:09.000Z'],
    ['20260704T180509Z', '2026-07-04 13:05:09', '2026-07-04T18:05:09.000Z'],
    ['2026-W27-6T20:05:09+0200', '2026-07-04 13:05:09', '2026-07-04T18:05:09.000Z'],
    ['2026-07-04', '2026-07-03 19:00:00', '2026-07-04T00:00:00.000Z'],
    // In fall, 1:30 occurs twice, an hour apart.
    ['2026-11-01T01:30:00-05:00', '2026-11-01 01:30:00', '2026-11-01T06:30:00.000Z'],
    ['2026-11-01T01:30:00-06:00', '2026-11-01 01:30:00', '2026-11-01T07:30:00.000Z'],
  ])('readInstant reads %s as %s in Chicago and %s in UTC', (stamp, chicago, utc) => {
    const cells = { chicago, utc: utc.slice(0, 19).replace('T', ' ') };
    expect(readInstant(stamp)).toEqual({ utc, cells });
  });

  test.each([[null], [''], ['yesterday'], ['2026-13-01T00:00:00Z'], ['2026-02-30'], ['9'.repeat(10_000)]])(
    'readInstant returns null for %j',
    (stamp) => {
      expect(readInstant(stamp)).toBeNull();
    },
  );

  test('chicagoDay returns the day in Chicago, for file names', () => {
    expect(chicagoDay(Date.parse('2026-01-01T05:59:59Z'))).toBe('2025-12-31');
    expect(chicagoDay(Date.parse('2026-01-01T06:00:00Z'))).toBe('2026-01-01');
  });
});
