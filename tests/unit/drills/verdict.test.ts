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

it('finds nothing if a card was charged once, booked once and its buyer was told', () => {
  expect(judge(good)).toEqual({ charged: 1, doubled: [], lost: [], open: [] });
});

describe('an outage that doubled', () => {
  it.each([
    ['charges', { ...good, sales: [approved, approved] }],
    ['purchases in the books', { ...good, entries: [{ ...completed, purchases: 2 }] }],
    ['entries', { ...good, entries: [completed, completed] }],
  ])('%s', (_what, evidence) => {
    expect(judge(evidence)).toMatchObject({ doubled: [key], lost: [] });
  });
});

describe('an outage that lost', () => {
  it.each([
    ['an entry', { ...good, entries: [] }],
    ['the booking', { ...good, entries: [{ ...completed, purchases: 0 }] }],
    ['the end of an attempt', { ...good, entries: [{ ...completed, status: 'pending' }] }],
    ['the answer', { ...good, attempts: [{ key, end: undefined }] }],
    ['the truth', { ...good, attempts: [{ key, end: '402 declined' }] }],
    ['a charge reported to its buyer', { ...good, sales: [], entries: [] }],
    ['a charge that was booked', { attempts: [], sales: [], entries: [completed] }],
    ['an unknown order', { ...good, attempts: [], entries: [] }],
  ])('%s', (_what, evidence) => {
    expect(judge(evidence)).toMatchObject({ doubled: [], lost: [key] });
  });
});

it('leaves open what was never charged and has not ended', () => {
  const entries = [{ ...completed, status: 'pending', purchases: 0 }];
  expect(judge({ attempts: [{ key, end: undefined }], sales: [], entries })).toEqual({
    charged: 0,
    doubled: [],
    lost: [],
    open: [key],
  });
});
