import type { CDPSession, Page } from '@playwright/test';
import { type Figure, figureOf, ratioOf, sampleOf } from '../measure.ts';
import { measureInTurn } from '../rounds.ts';
import { newSlowPage, newVisitor, pageSettles } from './browser.ts';
import { inMs } from './first-paint.ts';
import { keptOf } from './kept-keys.ts';
import { momentIn, momentNoted, readNotes } from './notes.ts';
import { firstField, type Subjects } from './subjects.ts';

/** In ms between keys: short enough to catch the first moment, long enough not to slow the page. */
const keyInterval = 50;
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** The first key after a paint may be one interval late. A key before the paint may be kept, too. */
const keptLimit = 1.15;

/**
 * Typing: the first pressed key that the field keeps. Usable: when a constantly clicked button first works.
 */
export const measureUsable = async (subjects: Subjects): Promise<Figure[]> => {
  const { browser, rounds, ours, amplifyUi, plain, complaints } = subjects;
  const addresses = { ours: `${ours}/login`, 'amplify-ui': `${amplifyUi}/login`, plain: `${plain}/login` };

  const typing = await measureInTurn(rounds, ['ours'], async () => {
    const context = await newVisitor(browser);
    complaints.watch(context);
    const { page, session } = await newSlowPage(context, { focus: firstField });
    const typist = startTyping(session);
    await page.goto(addresses.ours);
    await pageSettles(page, 'firstPaint');
    await typist.stop();
    const typed = await typedInto(page);
    await complaints.readViolations(page);
    await context.close();
    return typed;
  });

  const live = await measureInTurn(rounds, ['ours', 'amplify-ui', 'plain'] as const, async (name) => {
    const context = await newVisitor(browser);
    if (name === 'ours') complaints.watch(context);
    const { page } = await newSlowPage(context, { pressesToggle: true });
    await page.goto(addresses[name]);
    await momentNoted(page, 'live');
    const at = momentIn(await readNotes(page), 'live');
    await context.close();
    return at;
  });

  const typed = typing('ours');
  const kept = typed.map(({ firstKept }) => firstKept);
  const painted = typed.map(({ firstPaint }) => firstPaint);
  return [
    figureOf('/login usable ÷ amplify-ui', '×', ratioOf(live('ours'), live('amplify-ui')), {
      limit: 0.75,
      stretch: 0.6,
      note: `${inMs(live('ours'))} ÷ ${inMs(live('amplify-ui'))}; plain ${inMs(live('plain'))}`,
    }),
    figureOf('/login first key that is kept ÷ first paint', '×', ratioOf(kept, painted), {
      limit: keptLimit,
      note: `${inMs(kept)} ÷ ${inMs(painted)}`,
    }),
    figureOf('/login keys lost after the first that is kept', '', sampleOf(typed.map(({ lost }) => lost)), {
      limit: 0,
    }),
  ];
};

const startTyping = (session: CDPSession) => {
  let next = 0;
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const key = letters[next % letters.length] ?? '';
    next += 1;
    const down = session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    // A page that is navigating away never answers.
    last = Promise.allSettled([last, down, session.send('Input.dispatchKeyEvent', { type: 'keyUp', key })]);
  }, keyInterval);
  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
};

const typedInto = async (page: Page) => {
  const notes = await readNotes(page);
  const value = await page.locator(firstField).first().inputValue();
  return { ...keptOf(notes.keys, value), firstPaint: momentIn(notes, 'firstPaint') };
};
