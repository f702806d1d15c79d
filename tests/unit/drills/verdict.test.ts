import { describe, expect, it } from 'vitest';
import { type Evidence, judge } from '#drills/outages/verdict.ts';

const key = 'an attempt';
const approved = { orderId: key, outcome: 'approved' };
const completed = { orderId: key, status: 'completed', purchases: 1 };
const good: Evidence = {
  attempts: [{ key, end: '200' }],
  sales: [{ orderId: key, outcome: 'declined' }, approved],
  entries: [completed],
};

it('judge finds nothing if a card was charged once, booked once and reported to its buyer', () => {
  expect(judge(good)).toEqual({ charged: 1, doubled: [], lost: [], open: [] });
});

describe('judge’s verdict', () => {
  it.each([
    ['charges', { ...good, sales: [approved, approved] }],
    ['purchases in the books', { ...good, entries: [{ ...completed, purchases: 2 }] }],
    ['entries', { ...good, entries: [completed, completed] }],
  ])('reports duplicate %s', (_what, evidence) => {
    expect(judge(evidence)).toMatchObject({ doubled: [key], lost: [] });
  });
});

describe('a verdict of judge', () => {
  it.each([
    ['an entry', { ...good, entries: [] }],
    ['the booking', { ...good, entries: [{ ...completed, purchases: 0 }] }],
    ['the completion of an attempt', { ...good, entries: [{ ...completed, status: 'pending' }] }],
    ['the response', { ...good, attempts: [{ key, end: undefined }] }],
    ['a charge reported as declined', { ...good, attempts: [{ key, end: '402 declined' }] }],
    ['a charge reported as approved', { ...good, sales: [], entries: [] }],
    ['a charge that was booked', { attempts: [], sales: [], entries: [completed] }],
    ['an unknown order', { ...good, attempts: [], entries: [] }],
  ])('reports %s as lost', (_what, evidence) => {
    expect(judge(evidence)).toMatchObject({ doubled: [], lost: [key] });
  });
});

it('judge reports an attempt as open if it was never charged and has no result', () => {
  const entries = [{ ...completed, status: 'pending', purchases: 0 }];
  expect(judge({ attempts: [{ key, end: undefined }], sales: [], entries })).toEqual({
    charged: 0,
    doubled: [],
    lost: [],
    open: [key],
  });
});
