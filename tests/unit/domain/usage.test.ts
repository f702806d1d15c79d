import { describe, expect, it, test } from 'vitest';
import type { Usage } from '#contract/usage.ts';
import { fillDays, lastDays, listServices, outlookOf } from '#domain/usage.ts';

describe('the last days', () => {
  it.each([
    ['before midnight in Chicago', '2026-11-29T05:59:59Z', '2026-10-30', '2026-11-28'],
    ['at midnight in Chicago', '2026-11-29T06:00:00Z', '2026-10-31', '2026-11-29'],
    ['after the clocks change', '2026-03-08T20:00:00Z', '2026-02-07', '2026-03-08'],
    ['in a leap year', '2028-03-01T18:00:00Z', '2028-02-01', '2028-03-01'],
  ])('are 30, each once, %s', (_, now, first, last) => {
    const days = lastDays(Date.parse(now));
    expect([days[0], days.at(-1)]).toEqual([first, last]);
    expect(new Set(days).size).toBe(30);
  });
});

test.each([
  ['2026-11-05T18:00:00Z', '2026-11-05'],
  // The device's clock is wrong.
  ['2026-11-02T18:00:00Z', '2026-11-03'],
  ['2027-11-02T18:00:00Z', '2026-11-03'],
])('the last days on %s end on %s, and days without use count as zero', (now, last) => {
  const rows = [
    { day: '2026-11-01', credits: 9, count: 1 },
    { day: '2026-11-03', credits: -2, count: 0 },
  ];
  const days = fillDays({ rows, credits: 7 }, Date.parse(now));
  expect([days.length, days.at(-1)?.day]).toEqual([30, last]);
  const used = days.filter(({ day }) => day >= '2026-11-01' && day <= '2026-11-03');
  expect(used.map(({ credits }) => credits)).toEqual([9, 0, -2]);
});

const usageOf = (references: readonly (string | null)[], credits: number): Usage => ({
  rows: references.map((reference) => ({ reference, credits: 1, count: 1 })),
  credits,
});

describe('the list of services', () => {
  const named = (count: number) => Array.from({ length: count }, (_, place) => `service ${place}`);

  it.each([
    [0, 0, 0, null],
    [1, 1, 1, null],
    [10, 10, 10, null],
    [11, 11, 10, 1],
    [200, 200, 10, 190],
    // The store doesn't return every service.
    [10, 25, 10, 15],
    [1_000, 1_500, 10, 1_490],
  ])(
    'shows %d services with %d credits in %d rows, and %j credits for the others',
    (services, credits, rows, other) => {
      const listed = listServices(usageOf(named(services), credits), 10);
      expect([listed.listed.length, listed.other]).toEqual([rows, other]);
    },
  );

  it('can contain one without a name', () => {
    expect(listServices(usageOf([null], 1), 10).listed).toMatchObject([{ reference: null }]);
  });
});

describe('the outlook', () => {
  const daysOf = (...credits: number[]) => credits.map((used, place) => ({ day: `${place}`, credits: used }));
  const week = daysOf(0, 0, 10, 0, 0, 0, 0, 0, 60);

  it.each([
    ['averages since the first use', week, 120, { credits: 70, average: 10, daysLeft: 12 }],
    ['rounds down', week, 119, { daysLeft: 11 }],
    ['needs seven days of use', week.slice(3).concat(week[8] ?? []), 120, { average: 60, daysLeft: null }],
    ['needs available credits', week, 0, { daysLeft: null }],
    ['needs known credits', week, null, { daysLeft: null }],
    ['needs an average above zero', daysOf(5, 0, 0, 0, 0, 0, -5), 120, { average: 0, daysLeft: null }],
    ['is empty without use', daysOf(0, 0), 120, { isUsed: false, credits: 0, average: 0, daysLeft: null }],
  ])('%s', (_, days, available, outlook) => expect(outlookOf(days, available)).toMatchObject(outlook));
});
