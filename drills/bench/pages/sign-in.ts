import { siteBefore } from '../before.ts';
import { type Figure, figureOf, ratioOf } from '../measure.ts';
import { measureInTurn } from '../rounds.ts';
import { newSlowPage, newVisitor } from './browser.ts';
import { inMs } from './first-paint.ts';
import { blockedBetween, momentIn, momentNoted, readNotes } from './notes.ts';
import { firstField, type Subjects } from './subjects.ts';

const candidates = ['ours', 'amplify-ui', 'plain'] as const;

/** In ms. */
const typingInterval = 100;
/** Browsers don't report shorter interactions. */
const leastInteraction = 16;
const firstOperation = '.InitiateAuth';

interface SignIn {
  readonly blocked: number;
  readonly inp: number;
  readonly toPool: number;
  readonly total: number;
}

/**
 * Measures blocking time until the tokens arrive, the click's duration, and when the pool gets the first
 * request.
 */
export const measureSignIns = async (subjects: Subjects): Promise<Figure[]> => {
  const { browser, front, rounds, person, ours, amplifyUi, plain, complaints } = subjects;
  const addresses = { ours: `${ours}/login`, 'amplify-ui': `${amplifyUi}/login`, plain: `${plain}/login` };

  const signIns = await measureInTurn(rounds, candidates, async (name): Promise<SignIn> => {
    const context = await newVisitor(browser);
    if (name === 'ours') complaints.watch(context);
    const { page } = await newSlowPage(context, { pressesToggle: true });
    await page.goto(addresses[name]);
    await momentNoted(page, 'live');
    await page.locator(firstField).first().click();
    await page.keyboard.type(person.email, { delay: typingInterval });
    await page.locator('input[type="password"]').first().click();
    await page.keyboard.type(person.password, { delay: typingInterval });
    front.takeArrivals();
    await page.locator('form button[type="submit"]').click();
    await momentNoted(page, 'signedIn');
    const notes = await readNotes(page);
    if (name === 'ours') await complaints.readViolations(page);
    await context.close();

    const clicked = momentIn(notes, 'clicked');
    const signedIn = momentIn(notes, 'signedIn');
    const request = front
      .takeArrivals()
      .find(({ method, operation }) => method === 'POST' && operation?.endsWith(firstOperation));
    if (request === undefined) throw new Error(`${name} asked for no tokens`);
    const clicks = notes.interactions.filter(({ start }) => start >= clicked - leastInteraction);
    return {
      blocked: blockedBetween(notes, clicked, signedIn),
      inp: Math.max(leastInteraction, ...clicks.map(({ duration }) => duration)),
      toPool: request.at - notes.timeOrigin - clicked,
      total: signedIn - clicked,
    };
  });

  const of = (name: (typeof candidates)[number], what: keyof SignIn) =>
    signIns(name).map((signIn) => signIn[what]);
  const compare = (what: keyof SignIn) => ratioOf(of('ours', what), of('amplify-ui', what));
  const noteOf = (what: keyof SignIn) =>
    `${inMs(of('ours', what))} ÷ ${inMs(of('amplify-ui', what))}; plain ${inMs(of('plain', what))}`;
  const before = of('plain', 'toPool').map((time) => time + siteBefore.codeBeforePool);
  return [
    figureOf('sign-in TBT ÷ amplify-ui', '×', compare('blocked'), {
      limit: 0.1,
      stretch: 0.05,
      note: noteOf('blocked'),
    }),
    figureOf('INP of the click on Sign In ÷ amplify-ui', '×', compare('inp'), {
      limit: 0.13,
      stretch: 0.08,
      note: noteOf('inp'),
    }),
    figureOf('click → first request to the pool ÷ before', '×', ratioOf(of('ours', 'toPool'), before), {
      limit: 0.65,
      note: `${noteOf('toPool')}; before, plain and ${siteBefore.codeBeforePool} ms`,
    }),
    figureOf('click → tokens ÷ amplify-ui', '×', compare('total'), { note: noteOf('total') }),
  ];
};
