import type { Page } from '@playwright/test';
import * as v from 'valibot';

const time = v.nullable(v.number());

const notesSchema = v.object({
  /** The navigation's start in ms since the epoch. All other times are relative to it. */
  timeOrigin: v.number(),
  firstPaint: time,
  largestPaint: time,
  /** Rounded to thousandths: smaller shifts come from a font that replaces its fallback. */
  layoutShift: v.pipe(
    v.number(),
    v.transform((shift) => Number(shift.toFixed(3))),
  ),
  /** Tasks of more than 50 ms. */
  longTasks: v.array(v.object({ start: v.number(), duration: v.number() })),
  /** From a user's action to the next frame, if that took 16 ms or more. */
  interactions: v.array(v.object({ start: v.number(), duration: v.number() })),
  clicked: time,
  /** When the first ledger row was drawn. */
  firstRow: time,
  signedIn: time,
  /** When the button that shows the password first worked. */
  live: time,
  /** Every key, even if no field received it. */
  keys: v.array(v.object({ key: v.string(), at: v.number() })),
  violations: v.array(v.string()),
});

export type Notes = v.InferOutput<typeof notesSchema>;

export const readNotes = async (page: Page): Promise<Notes> =>
  v.parse(notesSchema, await page.evaluate(() => Reflect.get(window, 'benchNotes')));

type Moment = 'firstPaint' | 'largestPaint' | 'clicked' | 'firstRow' | 'signedIn' | 'live';

/** Polls rarely, because polling uses the page's CPU time. */
export const momentNoted = async (page: Page, moment: Moment): Promise<void> => {
  await page.waitForFunction(
    (name) => Reflect.get(Reflect.get(window, 'benchNotes'), name) !== null,
    moment,
    {
      polling: 100,
    },
  );
};

/** @throws Error if the page has not recorded this moment */
export const momentIn = (notes: Pick<Notes, Moment>, moment: Moment): number => {
  const at = notes[moment];
  if (at === null) throw new Error(`The page has not noted ${moment}`);
  return at;
};

const longTask = 50;

/** Total blocking time in this interval: the part of each task beyond 50 ms. */
export const blockedBetween = ({ longTasks }: Pick<Notes, 'longTasks'>, from: number, to: number): number =>
  longTasks
    .map(({ start, duration }) => Math.min(start + duration, to) - Math.max(start, from) - longTask)
    .reduce((sum, blocked) => sum + Math.max(0, blocked), 0);
