import { describe, expect, it } from 'vitest';
import { topUpDelays } from '#contract/top-up-news.ts';
import { topUpNotices } from '#texts/top-up-notices.ts';

const now = Date.UTC(2026, 2, 14, 15);
const declined = {
  date: '2026-03-14T14:05:00Z',
  amount_cents: 1_000,
  reason: 'Your card was declined: insufficient funds.',
  next_try: '2026-03-14T14:35:00Z',
};
const nothing = { state: 'on', paused_reason: null, declined: null, delayed: null, shortfall: null };
const textsOf = (news: Partial<Parameters<typeof topUpNotices>[0]>) =>
  topUpNotices({ ...nothing, ...news }, now).map(({ text }) => text);

const failed =
  "We couldn't charge $10.00 automatically today at 9:05 AM CT. Your card was declined: insufficient funds. You have not been charged.";

describe('the decline notice', () => {
  it.each([
    [
      'when the store tries again',
      'on',
      '2026-03-17T14:05:00Z',
      "We'll try again on Mar 17, 2026 at 9:05 AM CT. You can also use another card.",
    ],
    [
      'that the store tries again when credits run low',
      'on',
      null,
      "We'll try again when your credits run low. You can also use another card.",
    ],
    ['that top-up is paused', 'paused', null, "Automatic top-up is paused, so we won't try again."],
  ])('says that nothing was charged, and %s', (_, state, next_try, next) =>
    expect(textsOf({ state, declined: { ...declined, next_try } })).toEqual([`${failed} ${next}`]),
  );
});

describe('the delay notice', () => {
  const until = '2026-03-14T16:35:00Z';

  it.each(topUpDelays)('has a text for %s with the next possible time', (reason) => {
    const [text] = textsOf({ delayed: { reason, until } });
    expect(text).toMatch(
      /^An automatic charge is due, but .+\. We haven't charged you yet\. We'll try again today at 11:35 AM CT\. .+\.$/,
    );
    expect(text).not.toBe(textsOf({ delayed: { reason: 'another', until } })[0]);
  });

  it('names no time that has passed', () =>
    expect(textsOf({ delayed: { reason: 'interval', until: '2026-03-14T14:59:00Z' } })[0]).toContain(
      "We'll try again soon.",
    ));
});

it('the shortfall notice has its time, the needed credits and what a charge adds', () =>
  expect(
    textsOf({ shortfall: { date: '2026-03-14T14:05:00Z', required_credits: 5_000, package_credits: 1_300 } }),
  ).toEqual([
    "A service needed 5,000 credits at once (today at 9:05 AM CT), but your package adds only 1,300. One automatic charge can't cover that, and each new try can cause another charge. Choose a larger package, or buy more credits yourself.",
  ]));

it.each(['card-declined', 'declined-repeatedly'])(
  'no decline notice is shown while top-up is paused (%s)',
  (paused_reason) => expect(textsOf({ state: 'paused', paused_reason, declined })).toEqual([]),
);

it('a shortfall that occurs again is announced again', () => {
  const ids = ['2026-03-14T14:05:00Z', '2026-03-14T14:35:00Z'].map(
    (date) =>
      topUpNotices(
        { ...nothing, shortfall: { date, required_credits: 5_000, package_credits: 1_300 } },
        now,
      )[0]?.id,
  );
  expect(new Set(ids).size).toBe(2);
});

it('there are no notices while top-up is off', () =>
  expect(textsOf({ state: 'off', declined, delayed: { reason: 'interval', until: 'soon' } })).toEqual([]));
