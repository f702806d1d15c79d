import { expect, test } from 'vitest';
import { chicagoDay, displayInstant } from '#domain/dates.ts';
import { inEveryTimeZone } from '../time-zones.ts';

inEveryTimeZone(() => {
  test.each([
    ['2026-07-04T18:05:09Z', 'Jul 04, 2026', '1:05 PM', 'Jul 04, 2026 1:05:09 PM'],
    ['2026-01-01T05:59:59Z', 'Dec 31, 2025', '11:59 PM', 'Dec 31, 2025 11:59:59 PM'],
    ['2026-01-01T06:00:00.250Z', 'Jan 01, 2026', '12:00 AM', 'Jan 01, 2026 12:00:00 AM'],
    ['2026-07-04T18:05:09', 'Jul 04, 2026', '1:05 PM', 'Jul 04, 2026 1:05:09 PM'],
    ['2026-07-04T20:05:09+02:00', 'Jul 04, 2026', '1:05 PM', 'Jul 04, 2026 1:05:09 PM'],
  ])('%s reads %s, %s in Chicago', (stamp, date, time, exact) => {
    expect(displayInstant(stamp)).toMatchObject({ date, time, exact });
  });

  test.each([
    // In autumn 1:30 comes twice, an hour apart.
    ['2026-11-01T06:30:00Z', 'Nov 01, 2026 1:30:00 AM'],
    ['2026-11-01T07:30:00Z', 'Nov 01, 2026 1:30:00 AM'],
    ['2026-11-01T01:30:00-05:00', 'Nov 01, 2026 1:30:00 AM'],
    ['2026-11-01T01:30:00-06:00', 'Nov 01, 2026 1:30:00 AM'],
    ['2026-11-01T08:00:00Z', 'Nov 01, 2026 2:00:00 AM'],
    // In spring 2:30 never comes: a second after 1:59:59 it is 3:00.
    ['2026-03-08T07:59:59Z', 'Mar 08, 2026 1:59:59 AM'],
    ['2026-03-08T08:00:00Z', 'Mar 08, 2026 3:00:00 AM'],
    ['2026-03-08T02:30:00-06:00', 'Mar 08, 2026 3:30:00 AM'],
    // A stamp without a zone is UTC, also at an hour that the machine's own clock may skip.
    ['2026-03-08T02:30:00', 'Mar 07, 2026 8:30:00 PM'],
  ])('through the change of the clocks %s reads %s', (stamp, exact) => {
    expect(displayInstant(stamp)?.exact).toBe(exact);
  });

  test('two half past ones are told apart by their instant', () => {
    const [first, second] = ['2026-11-01T01:30:00-05:00', '2026-11-01T01:30:00-06:00'].map(displayInstant);
    expect([first?.utc, second?.utc]).toEqual(['2026-11-01T06:30:00.000Z', '2026-11-01T07:30:00.000Z']);
  });

  test.each([[null], [''], ['yesterday'], ['2026-13-01T00:00:00Z'], ['2026-02-30'], ['9'.repeat(10_000)]])(
    '%j can not be read',
    (stamp) => {
      expect(displayInstant(stamp)).toBeNull();
    },
  );

  test('a file is named after the day in Chicago', () => {
    expect(chicagoDay(Date.parse('2026-01-01T05:59:59Z'))).toBe('2025-12-31');
    expect(chicagoDay(Date.parse('2026-01-01T06:00:00Z'))).toBe('2026-01-01');
  });
});
