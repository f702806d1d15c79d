import { expect, it } from 'vitest';
import type { ActivityEntry } from '#contract/activity.ts';
import { displayEntry } from '#features/activity/displayed-entry.ts';
import { purchaseEntry, spendEntry } from '#tests/activity.ts';

it('a spend shows its description, signed numbers, and its date in Chicago', () => {
  expect(displayEntry({ ...spendEntry, credits: -1_250, balance_after: -5 })).toEqual({
    id: 'm2',
    date: 'Nov 20, 2026',
    time: '6:30 AM',
    what: 'Summarize a page',
    kind: '',
    isGain: false,
    credits: '\u22121,250',
    balance: '\u22125',
  });
});

it.each<[Partial<ActivityEntry>, string, string]>([
  [{}, 'Plus', 'Purchased'],
  [{ description: null }, 'Purchased', ''],
  [{ description: '  ' }, 'Purchased', ''],
  [{ kind: 'spend', description: null }, 'Spent', ''],
  [{ kind: 'return' }, 'Plus', 'Returned'],
  [{ kind: 'grant', credits: 5 }, 'Plus', 'Granted'],
  [{ kind: 'grant', credits: -5 }, 'Plus', 'Removed'],
])('an entry with %j shows its description and kind', (changes, what, kind) => {
  expect(displayEntry({ ...purchaseEntry, ...changes })).toMatchObject({ what, kind });
});

it('a gain has a plus sign, zero has no sign, and an unreadable date is N/A', () => {
  expect(displayEntry(purchaseEntry)).toMatchObject({ isGain: true, credits: '+1,300', balance: '1,300' });
  expect(displayEntry({ ...purchaseEntry, credits: 0, date: 'yesterday' })).toMatchObject({
    isGain: false,
    credits: '0',
    date: 'N/A',
    time: '',
  });
});
