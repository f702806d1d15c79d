import type { Page } from '@playwright/test';
import * as v from 'valibot';

const time = v.nullable(v.number());

const notesSchema = v.object({
  /** When the navigation began, in milliseconds since the epoch. All other times count from it. */
  timeOrigin: v.number(),
  firstPaint: time,
  largestPaint: time,
  /** In thousandths, as it is reported elsewhere: less is a font that takes another one's place. */
  layoutShift: v.pipe(
    v.number(),
    v.transform((shift) => Number(shift.toFixed(3))),
  ),
  /** Tasks of more than 50 ms. */
  longTasks: v.array(v.object({ start: v.number(), duration: v.number() })),
  /** From what a person did to the next frame, where that took 16 ms or more. */
  interactions: v.array(v.object({ start: v.number(), duration: v.number() })),
  /** When a button was last clicked. */
  clicked: time,
  /** When the first row of a ledger was on its way to the screen. */
  firstRow: time,
  /** When the tokens of a sign-in were kept. */
  signedIn: time,
  /** When the button that shows a password first did so. */
  live: time,
  /** Every key and when it was pressed, whether or not a field took it. */
  keys: v.array(v.object({ key: v.string(), at: v.number() })),
  /** What the content security policy refused. */
  violations: v.array(v.string()),
});

/** What a page under measurement has noted of itself (observers.js). */
export type Notes = v.InferOutput<typeof notesSchema>;

export const readNotes = async (page: Page): Promise<Notes> =>
  v.parse(notesSchema, await page.evaluate(() => Reflect.get(window, 'benchNotes')));

/** The moments that a page notes. */
type Moment = 'firstPaint' | 'largestPaint' | 'clicked' | 'firstRow' | 'signedIn' | 'live';

/** Waits until the page has noted a moment. It looks seldom: looking takes time of the page. */
export const momentNoted = async (page: Page, moment: Moment): Promise<void> => {
  await page.waitForFunction(
    (name) => Reflect.get(Reflect.get(window, 'benchNotes'), name) !== null,
    moment,
    {
      polling: 100,
    },
  );
};

/**
 * A moment that has to be among the notes.
 *
 * @throws Error when it is not
 */
export const momentIn = (notes: Pick<Notes, Moment>, moment: Moment): number => {
  const at = notes[moment];
  if (at === null) throw new Error(`The page has not noted ${moment}`);
  return at;
};

const longTask = 50;

/** Total blocking time between two moments: what each task takes beyond 50 ms, as far as it lies between them. */
export const blockedBetween = ({ longTasks }: Pick<Notes, 'longTasks'>, from: number, to: number): number =>
  longTasks
    .map(({ start, duration }) => Math.min(start + duration, to) - Math.max(start, from) - longTask)
    .reduce((sum, blocked) => sum + Math.max(0, blocked), 0);
