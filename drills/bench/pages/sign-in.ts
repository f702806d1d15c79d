import type { Page, Response } from '@playwright/test';
import { siteBefore } from '../before.ts';
import { type Figure, inMs, ratioFigureOf } from '../measure.ts';
import type { Subjects } from '../prepare.ts';
import { measureInTurn } from '../rounds.ts';
import { newSlowPage } from './browser.ts';
import { blockedBetween, firstWorkingPress, readTimings } from './timings.ts';
import { firstField, signInPagesOf, visitAs } from './visits.ts';

const candidates = ['ours', 'amplify-ui', 'plain'] as const;

/** Browsers don't report interactions shorter than this, in ms. */
const leastInteraction = 16;

/**
 * Measures how long the main thread is blocked until the tokens arrive, how long the click takes, and when the page
 * sends its first request to the pool.
 */
export const measureSignIns = async (subjects: Subjects): Promise<Figure[]> => {
  const { person, pool } = subjects;
  const addresses = signInPagesOf(subjects);
  const signIns = await measureInTurn(subjects.rounds, candidates, (name) =>
    visitAs(subjects, name, async (context) => {
      const { page } = await newSlowPage(context);
      await page.goto(addresses[name]);
      await firstWorkingPress(page);
      await page.locator(firstField).first().click();
      await page.keyboard.type(person.email);
      await page.locator('input[type="password"]').first().click();
      await page.keyboard.type(person.password);
      await page.locator('form button[type="submit"]').hover();
      const readInteractions = await observeInteractions(page);
      const first = page.waitForResponse((response) => isOf(response, pool, 'InitiateAuth'));
      const last = page.waitForResponse(
        async (response) =>
          isOf(response, pool, 'RespondToAuthChallenge') && /"AccessToken"/.test(await response.text()),
      );
      const clickedAt = Date.now();
      await page.mouse.down();
      await page.mouse.up();
      const [sent, received] = [(await first).request().timing(), (await last).request().timing()];
      const signedInAt = received.startTime + received.responseEnd;
      const timings = await readTimings(page);
      const { timeOrigin } = timings;
      return {
        blocked: blockedBetween(timings, clickedAt - timeOrigin, signedInAt - timeOrigin),
        inp: Math.max(leastInteraction, ...(await readInteractions())),
        toPool: sent.startTime - clickedAt,
        total: signedInAt - clickedAt,
      };
    }),
  );

  type Part = keyof ReturnType<typeof signIns>[number];
  const of = (name: (typeof candidates)[number], what: Part) => signIns(name).map((signIn) => signIn[what]);
  const compare = (name: string, what: Part, goal?: { limit: number; stretch?: number }): Figure =>
    ratioFigureOf(`${name} ÷ amplify-ui`, of('ours', what), of('amplify-ui', what), {
      ...goal,
      note: `; plain ${inMs(of('plain', what))}`,
    });
  const before = of('plain', 'toPool').map((time) => time + siteBefore.codeBeforePool);
  return [
    compare('sign-in TBT', 'blocked', { limit: 0.1, stretch: 0.05 }),
    compare('Sign In click: INP', 'inp', { limit: 0.13, stretch: 0.08 }),
    ratioFigureOf('Sign In click → first pool request ÷ before', of('ours', 'toPool'), before, {
      limit: 0.65,
      note: `; amplify-ui ${inMs(of('amplify-ui', 'toPool'))}; before: plain’s ${inMs(of('plain', 'toPool'))} + ${siteBefore.codeBeforePool} ms`,
    }),
    compare('Sign In click → tokens', 'total'),
  ];
};

const isOf = (response: Response, pool: string, operation: string): boolean =>
  response.url().startsWith(pool) &&
  response.request().method() === 'POST' &&
  (response.request().headers()['x-amz-target'] ?? '').endsWith(`.${operation}`);

/** Records the durations of interactions from now on. The browser's timeline omits interactions shorter than 104 ms. */
const observeInteractions = async (page: Page): Promise<() => Promise<number[]>> => {
  const durations = await page.evaluateHandle((durationThreshold) => {
    const observed: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) observed.push(duration);
    });
    observer.observe({ type: 'event', durationThreshold });
    return observed;
  }, leastInteraction);
  return () => durations.jsonValue();
};
