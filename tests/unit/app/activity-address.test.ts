import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { activitySearch, readActivityAddress } from '#app/ledger/activity-address.ts';
import type { ActivityAddress } from '#machines/lists/activity.types.ts';

const newest: ActivityAddress = { kind: 'all', before: null, newer: [] };

it.each([
  [{}, undefined],
  [{ kind: 'lost', before: '' }, ['9']],
  [{ kind: 5, before: 1.5 }, 'x'],
  [{ before: 'x'.repeat(201) }, null],
  [{ before: null }, {}],
])('an address with values such as %j leads to the newest page of all activity', (search, newer) => {
  expect(readActivityAddress(search, newer)).toEqual(newest);
});

it('the path back to newer pages keeps only valid cursors from the history entry', () => {
  expect(readActivityAddress({ before: 7 }, undefined)).toEqual({ ...newest, before: '7' });
  expect(readActivityAddress({ before: 7 }, ['9', 5, ''])).toEqual({ ...newest, before: '7', newer: ['9'] });
});

it.each<[string, ActivityAddress]>([
  ['', newest],
  ['?before=42', { ...newest, before: '42' }],
  ['?kind=spend&before=9007199254740991', { ...newest, kind: 'spend', before: '9007199254740991' }],
  ['?before=a-b', { ...newest, before: 'a-b' }],
])('an activity address with the query "%s" is read and written back', (query, address) => {
  expect(readActivityAddress(defaultParseSearch(query), undefined)).toEqual(address);
  expect(defaultStringifySearch(activitySearch({ ...address, newer: [] }))).toBe(
    query.replace(/9007199254740991/, '%229007199254740991%22'),
  );
});
