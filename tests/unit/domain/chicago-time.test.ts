import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { chicagoTime, isUsualStamp } from '#domain/chicago-time.ts';
import { readInstant } from '#domain/dates.ts';
import { inEveryTimeZone } from '../time-zones.ts';

inEveryTimeZone(() => {
  test.each([
    ['2026-07-04T18:05:09Z', 'Jul 04, 2026', '1:05 PM', 'Jul 04, 2026 1:05:09 PM'],
    ['2026-01-01T05:59:59Z', 'Dec 31, 2025', '11:59 PM', 'Dec 31, 2025 11:59:59 PM'],
    ['2026-01-01T06:00:00.250Z', 'Jan 01, 2026', '12:00 AM', 'Jan 01, 2026 12:00:00 AM'],
    ['2026-07-04T18:05:09', 'Jul 04, 2026', '1:05 PM', 'Jul 04, 2026 1:05:09 PM'],
    ['2026-07-04T18:05', 'Jul 04, 2026', '1:05 PM', 'Jul 04, 2026 1:05:00 PM'],
    ['2026-07-04T20:05:09+02:00', 'Jul 04, 2026', '1:05 PM', 'Jul 04, 2026 1:05:09 PM'],
  ])('the stamp %s is shown as %s, %s in Chicago', (stamp, date, time, exact) => {
    expect(chicagoTime(stamp)).toEqual({ date, time, exact });
  });

  test.each([
    // In fall, 1:30 occurs twice, an hour apart.
    ['2026-11-01T06:30:00Z', 'Nov 01, 2026 1:30:00 AM'],
    ['2026-11-01T07:30:00Z', 'Nov 01, 2026 1:30:00 AM'],
    ['2026-11-01T01:30:00-05:00', 'Nov 01, 2026 1:30:00 AM'],
    ['2026-11-01T01:30:00-06:00', 'Nov 01, 2026 1:30:00 AM'],
    ['2026-11-01T08:00:00Z', 'Nov 01, 2026 2:00:00 AM'],
    // In spring, 2:30 doesn't exist: 3:00 follows 1:59:59.
    ['2026-03-08T07:59:59Z', 'Mar 08, 2026 1:59:59 AM'],
    ['2026-03-08T08:00:00Z', 'Mar 08, 2026 3:00:00 AM'],
    ['2026-03-08T02:30:00-06:00', 'Mar 08, 2026 3:30:00 AM'],
    // A stamp without a zone is UTC, even at an hour that the local clock skips.
    ['2026-03-08T02:30:00', 'Mar 07, 2026 8:30:00 PM'],
  ])('the stamp %s near a clock change is shown as %s', (stamp, exact) => {
    expect(chicagoTime(stamp)?.exact).toBe(exact);
  });

  const days = '2026-13-01 2026-00-10 2026-02-30 2026-02-29'.split(' ').map((day) => `${day}T00:00:00Z`);
  test.each([null, '', 'yesterday', ...days, '2026-02-28T24:01:00Z', '9'.repeat(10_000)])(
    'chicagoTime returns null for %j',
    (stamp) => {
      expect(chicagoTime(stamp)).toBeNull();
    },
  );

  test('chicagoTime reads every usual timestamp as the date library does', () => {
    const digits = (count: number, max: number) =>
      fc.integer({ min: 0, max }).map((number) => String(number).padStart(count, '0'));
    const fraction = fc.integer({ min: 0, max: 999_999_999 }).map((number) => `.${number}`);
    const zone = fc.oneof(
      fc.constantFrom('', 'Z'),
      fc
        .tuple(fc.constantFrom('+', '-'), digits(2, 14), digits(2, 59))
        .map(([sign, hour, minute]) => `${sign}${hour}:${minute}`),
    );
    const stamps = fc
      .tuple(
        fc.integer({ min: 1900, max: 2199 }),
        digits(2, 13),
        digits(2, 32),
        digits(2, 23),
        digits(2, 59),
        fc.option(digits(2, 59), { nil: null }),
        fc.option(fraction, { nil: null }),
        zone,
      )
      .map(([year, month, day, hour, minute, second, part, offset]) => {
        const seconds = second === null ? '' : `:${second}${part ?? ''}`;
        return `${year}-${month}-${day}T${hour}:${minute}${seconds}${offset}`;
      });
    fc.assert(
      fc.property(stamps, (stamp) => {
        expect(isUsualStamp(stamp)).toBe(true);
        const cell = readInstant(stamp)?.cells.chicago;
        const exact = cell === undefined ? null : DateTime.fromSQL(cell).toFormat('MMM dd, yyyy h:mm:ss a');
        expect(chicagoTime(stamp)?.exact ?? null).toBe(exact);
      }),
      { numRuns: 500 },
    );
  });
});
