import { expect, test } from 'vitest';
import { displayInstant } from '#domain/dates.ts';

test.each([
  ['2026-07-04T18:05:09Z', 'Jul 04, 2026', '1:05 PM', 'Jul 04, 2026 1:05:09 PM'],
  ['2026-01-01T05:59:59Z', 'Dec 31, 2025', '11:59 PM', 'Dec 31, 2025 11:59:59 PM'],
  ['2026-01-01T06:00:00.250Z', 'Jan 01, 2026', '12:00 AM', 'Jan 01, 2026 12:00:00 AM'],
  ['2026-07-04T18:05:09', 'Jul 04, 2026', '1:05 PM', 'Jul 04, 2026 1:05:09 PM'],
  ['2026-07-04T20:05:09+02:00', 'Jul 04, 2026', '1:05 PM', 'Jul 04, 2026 1:05:09 PM'],
  ['2026-11-01T06:30:00Z', 'Nov 01, 2026', '1:30 AM', 'Nov 01, 2026 1:30:00 AM'],
  ['2026-11-01T07:30:00Z', 'Nov 01, 2026', '1:30 AM', 'Nov 01, 2026 1:30:00 AM'],
  ['2026-03-08T07:59:59Z', 'Mar 08, 2026', '1:59 AM', 'Mar 08, 2026 1:59:59 AM'],
  ['2026-03-08T08:00:00Z', 'Mar 08, 2026', '3:00 AM', 'Mar 08, 2026 3:00:00 AM'],
])('%s reads %s, %s in Chicago', (stamp, date, time, exact) => {
  expect(displayInstant(stamp)).toEqual({ date, time, exact });
});

test.each([[null], [''], ['yesterday'], ['2026-13-01T00:00:00Z'], ['2026-02-30'], ['9'.repeat(10_000)]])(
  '%j can not be read',
  (stamp) => {
    expect(displayInstant(stamp)).toBeNull();
  },
);
