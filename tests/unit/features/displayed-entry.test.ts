import { expect, it } from 'vitest';
import type { ActivityEntry } from '#contract/activity.ts';
import { displayEntries, displayEntry } from '#features/activity/displayed-entry.ts';
import { purchaseEntry, spendEntry } from '#tests/activity.ts';

it('a spend shows its description, signed numbers, and its date in Chicago', () => {
  expect(displayEntry({ ...spendEntry, credits: -1_250, balance_after: -5 })).toEqual({
    id: 'm2',
    date: 'Nov 20, 2026',
    time: '6:30 AM',
    what: 'Summarize a page',
    kind: 'Spent',
    isGain: false,
    credits: '\u22121,250',
    balance: '\u22125',
  });
});

it.each<[Partial<ActivityEntry>, string, string]>([
  [{}, 'Plus', 'Purchased'],
  [{ description: null }, 'No description', 'Purchased'],
  [{ description: '  ' }, 'No description', 'Purchased'],
  [{ kind: 'spend' }, 'Plus', 'Spent'],
  [{ kind: 'return' }, 'Plus', 'Returned'],
  [{ kind: 'grant', credits: 5 }, 'Plus', 'Granted'],
  [{ kind: 'grant', credits: -5 }, 'Plus', 'Removed'],
])('an entry with %j shows its description and kind', (changes, what, kind) => {
  expect(displayEntry({ ...purchaseEntry, ...changes })).toMatchObject({ what, kind });
});

it('a gain has a plus sign, zero has no sign, and an unreadable date is N/A', () => {
  expect(displayEntry(purchaseEntry)).toMatchObject({ isGain: true, credits: '+1,300', balance: '1,300' });
  const unread = displayEntry({ ...purchaseEntry, credits: 0, date: 'yesterday' });
  expect(unread).toMatchObject({ isGain: false, credits: '0', date: 'N/A', time: '' });
});

it('the first entry of each day starts a group', () => {
  const dates = ['2026-11-20T12:00:00Z', '2026-11-20T06:00:00Z', '2026-11-20T05:59:59Z', 'soon', 'soon'];
  const shown = displayEntries(dates.map((date) => ({ ...spendEntry, date })));
  expect(shown.map(({ isFirstOfDay }) => isFirstOfDay)).toEqual([true, false, true, true, false]);
});
