import type { BrowserContext } from '@playwright/test';
import { siteBefore } from '../before.ts';
import { type Figure, figureOf, inMs, ratioFigureOf, sampleOf } from '../measure.ts';
import type { Subjects } from '../prepare.ts';
import { measureInTurn } from '../rounds.ts';
import { newSlowPage, slow4g } from './browser.ts';
import { firstRow, pageSettles, readTimings } from './timings.ts';
import { visitAs } from './visits.ts';

const candidates = ['ours', 'static', 'parallel', 'amplify-ui'] as const;
type Candidate = (typeof candidates)[number];

export const measureDashboard = async (subjects: Subjects): Promise<Figure[]> => {
  const { rounds, ours, floors, amplifyUi } = subjects;
  const addresses: Readonly<Record<Candidate, string>> = {
    ours: `${ours}/dashboard`,
    static: `${floors}/dashboard`,
    parallel: `${floors}/parallel`,
    'amplify-ui': amplifyUi,
  };

  const visits = await measureInTurn(rounds, candidates, (name) =>
    visitAs(
      subjects,
      name,
      async (context) => ({
        cold: await visit(context, addresses[name], name),
        warm: await visit(context, addresses[name], name),
      }),
      { isSignedIn: true },
    ),
  );

  const of = (name: Candidate, when: 'cold' | 'warm', what: 'firstPaint' | 'firstRow') =>
    visits(name).map((visited) => visited[when][what]);
  const row = (name: Candidate, when: 'cold' | 'warm') => of(name, when, 'firstRow');
  const before = of('amplify-ui', 'warm', 'firstPaint').map(warmRowBefore);
  const shifts = sampleOf(visits('ours').flatMap(({ cold, warm }) => [cold.layoutShift, warm.layoutShift]));
  return [
    ratioFigureOf(
      '/dashboard cold: FCP ÷ static HTML',
      of('ours', 'cold', 'firstPaint'),
      of('static', 'cold', 'firstPaint'),
      { limit: 1.6 },
    ),
    ratioFigureOf(
      '/dashboard cold: first ledger row ÷ same bytes in parallel',
      row('ours', 'cold'),
      row('parallel', 'cold'),
      { limit: 1.25, stretch: 1.1 },
    ),
    ratioFigureOf('/dashboard warm: first ledger row ÷ before', row('ours', 'warm'), before, {
      limit: 0.7,
      note: `; same bytes in parallel ${inMs(row('parallel', 'warm'))}; amplify-ui’s first paint ${inMs(of('amplify-ui', 'warm', 'firstPaint'))}`,
    }),
    figureOf('/dashboard: highest CLS, cold or warm', '', { ...shifts, value: shifts.most }, { limit: 0 }),
  ];
};

/** Returns how long a warm visit's first row took before prerendering, in ms, scaled by amplify-ui's first paint. */
const warmRowBefore = (peersPaint: number): number =>
  siteBefore.warmFirstRow.roundTrips * slow4g.latency +
  siteBefore.warmFirstRow.work * (peersPaint - slow4g.latency);

const visit = async (context: BrowserContext, address: string, name: Candidate) => {
  const { page } = await newSlowPage(context);
  await page.goto(address, { waitUntil: 'commit' });
  const row = name === 'amplify-ui' || name === 'static' ? Number.NaN : await firstRow(page);
  await pageSettles(page);
  const timings = await readTimings(page);
  await page.close();
  return { ...timings, firstRow: row };
};
