import type { Page } from '@playwright/test';
import { type Figure, figureOf, inMs, ratioFigureOf, sampleOf } from '../measure.ts';
import type { Subjects } from '../prepare.ts';
import { measureInTurn } from '../rounds.ts';
import { newSlowPage } from './browser.ts';
import { firstWorkingPress, pageSettles, readTimings } from './timings.ts';
import { firstField, signInPagesOf, visitAs } from './visits.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Maximum ratio of the first kept key's time to the first paint. It can be below 1. */
const keptLimit = 1.15;

/**
 * Measures when the field first keeps a typed key, and when a constantly clicked button first works.
 */
export const measureUsable = async (subjects: Subjects): Promise<Figure[]> => {
  const addresses = signInPagesOf(subjects);
  const typing = await measureInTurn(subjects.rounds, ['ours'], (name) =>
    visitAs(subjects, name, async (context) => {
      const { page } = await newSlowPage(context);
      await page.goto(addresses.ours, { waitUntil: 'commit' });
      return typeAtOnce(page);
    }),
  );
  const live = await measureInTurn(subjects.rounds, ['ours', 'amplify-ui', 'plain'] as const, (name) =>
    visitAs(subjects, name, async (context) => {
      const { page } = await newSlowPage(context);
      await page.goto(addresses[name]);
      return firstWorkingPress(page);
    }),
  );

  const typed = typing('ours');
  const kept = typed.map(({ firstKept }) => firstKept);
  const painted = typed.map(({ firstPaint }) => firstPaint);
  return [
    ratioFigureOf('/login time until usable ÷ amplify-ui', live('ours'), live('amplify-ui'), {
      limit: 0.75,
      stretch: 0.6,
      note: `; plain ${inMs(live('plain'))}`,
    }),
    ratioFigureOf('/login first accepted key ÷ first paint', kept, painted, { limit: keptLimit }),
    figureOf('/login keys lost after the first accepted key', '', sampleOf(typed.map(({ lost }) => lost)), {
      limit: 0,
    }),
  ];
};

/** Types without a pause from the moment the field exists until the page has settled. */
const typeAtOnce = async (page: Page) => {
  const field = page.locator(firstField).first();
  await field.focus();
  let isSettled = false;
  const settled = pageSettles(page).finally(() => {
    isSettled = true;
  });
  const pressedAt: number[] = [];
  let typed = '';
  while (!isSettled) {
    const letter = letters.charAt(typed.length % letters.length);
    typed += letter;
    pressedAt.push(Date.now());
    await page.keyboard.press(letter);
  }
  await settled;
  const value = await field.inputValue();
  const { timeOrigin, firstPaint } = await readTimings(page);
  // Once the field has kept a key, it must not lose any later key.
  const firstKept = typed.indexOf(value.slice(0, letters.length));
  if (value === '' || firstKept === -1) throw new Error(`The field has "${value}" of "${typed}"`);
  return {
    firstPaint,
    firstKept: (pressedAt[firstKept] ?? Number.NaN) - timeOrigin,
    lost: typed.length - firstKept - value.length,
  };
};
