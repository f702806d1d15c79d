import type { BrowserContext } from '@playwright/test';
import { siteBefore } from '../before.ts';
import { type Figure, figureOf, ratioOf, sampleOf } from '../measure.ts';
import { measureInTurn } from '../rounds.ts';
import { newSlowPage, newVisitor, pageSettles, slow4g } from './browser.ts';
import { inMs } from './first-paint.ts';
import { momentIn, momentNoted, type Notes, readNotes } from './notes.ts';
import type { Subjects } from './subjects.ts';

const candidates = ['ours', 'static', 'parallel', 'amplify-ui'] as const;
type Candidate = (typeof candidates)[number];

export const measureDashboard = async (subjects: Subjects): Promise<Figure[]> => {
  const { browser, rounds, ours, floors, amplifyUi, session, complaints } = subjects;
  const addresses: Readonly<Record<Candidate, string>> = {
    ours: `${ours}/dashboard`,
    static: `${floors}/dashboard`,
    parallel: `${floors}/parallel`,
    'amplify-ui': amplifyUi,
  };

  const visits = await measureInTurn(rounds, candidates, async (name) => {
    const context = await newVisitor(browser, { origin: ours, entries: session });
    if (name === 'ours') complaints.watch(context);
    const cold = await visit(context, addresses[name], subjects, name);
    const warm = await visit(context, addresses[name], subjects, name);
    await context.close();
    return { cold, warm };
  });

  const of = (name: Candidate, when: 'cold' | 'warm', what: 'firstPaint' | 'firstRow') =>
    visits(name).map((visited) => momentIn(visited[when], what));
  const row = (name: Candidate, when: 'cold' | 'warm') => of(name, when, 'firstRow');
  const before = of('amplify-ui', 'warm', 'firstPaint').map(warmRowBefore);
  const shifts = sampleOf(visits('ours').flatMap(({ cold, warm }) => [cold.layoutShift, warm.layoutShift]));
  return [
    figureOf(
      '/dashboard cold: FCP ÷ static HTML',
      '×',
      ratioOf(of('ours', 'cold', 'firstPaint'), of('static', 'cold', 'firstPaint')),
      {
        limit: 1.6,
        note: `${inMs(of('ours', 'cold', 'firstPaint'))} ÷ ${inMs(of('static', 'cold', 'firstPaint'))}`,
      },
    ),
    figureOf(
      '/dashboard cold: first ledger row ÷ same bytes in parallel',
      '×',
      ratioOf(row('ours', 'cold'), row('parallel', 'cold')),
      { limit: 1.25, stretch: 1.1, note: `${inMs(row('ours', 'cold'))} ÷ ${inMs(row('parallel', 'cold'))}` },
    ),
    figureOf('/dashboard warm: first ledger row ÷ before', '×', ratioOf(row('ours', 'warm'), before), {
      limit: 0.7,
      note: `${inMs(row('ours', 'warm'))} ÷ ${inMs(before)}; same bytes in parallel ${inMs(row('parallel', 'warm'))}; amplify-ui’s first paint ${inMs(of('amplify-ui', 'warm', 'firstPaint'))}`,
    }),
    figureOf(
      'CLS of /dashboard, the most, cold and warm',
      '',
      { ...shifts, value: shifts.most },
      { limit: 0 },
    ),
  ];
};

/** A warm visit's first row before prerendering, on a machine with this first paint of amplify-ui. */
const warmRowBefore = (peersPaint: number): number =>
  siteBefore.warmFirstRow.roundTrips * slow4g.latency +
  siteBefore.warmFirstRow.work * (peersPaint - slow4g.latency);

const visit = async (
  context: BrowserContext,
  address: string,
  { complaints }: Subjects,
  name: Candidate,
): Promise<Notes> => {
  const { page } = await newSlowPage(context);
  await page.goto(address);
  if (name !== 'amplify-ui') await momentNoted(page, 'firstRow');
  await pageSettles(page);
  if (name === 'ours') await complaints.readViolations(page);
  const notes = await readNotes(page);
  await page.close();
  return notes;
};
