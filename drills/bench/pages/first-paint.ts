import type { BrowserContext } from '@playwright/test';
import { type Figure, figureOf, inMs, ratioFigureOf, sampleOf } from '../measure.ts';
import type { Subjects } from '../prepare.ts';
import { measureInTurn } from '../rounds.ts';
import { newSlowPage } from './browser.ts';
import { pageSettles, readTimings, type Timings } from './timings.ts';
import { visitAs } from './visits.ts';

const compared = ['/login', '/signup', '/forgot-password'] as const;
const others = ['/verify-email', '/reset-password', '/terms', '/privacy', '/no-such-page'] as const;

const onPhone = ['ours phone/login', 'bare phone/barest-login', 'amplify-ui phone/login'] as const;

const paintLimit = 1.15;
const paintStretch = 1.05;

export const measureFirstPaints = async (subjects: Subjects): Promise<Figure[]> => {
  const { rounds, ours, floors, bareFloors, amplifyUi, plain } = subjects;
  const names = [
    ...compared.flatMap((path) => [`ours ${path}`, `static ${path}`]),
    ...others.map((path) => `ours ${path}`),
    'bare /login',
    'amplify-ui /login',
    'plain /login',
    ...onPhone,
  ];
  const origins: Readonly<Record<string, string>> = {
    ours,
    static: floors,
    bare: bareFloors,
    'amplify-ui': amplifyUi,
    plain,
  };

  const visits = await measureInTurn(rounds, names, (name) =>
    visitAs(
      subjects,
      name,
      async (context) => {
        const [candidate = '', path = ''] = name.split(/ (?:phone)?/);
        const address = `${origins[candidate]}${path}`;
        return { cold: await visit(context, address), warm: await visit(context, address) };
      },
      { isOnPhone: name.includes(' phone/') },
    ),
  );

  const largest = (name: string) => visits(name).map(({ cold }) => cold.largestPaint);
  const ownPages = names.filter((name) => name.startsWith('ours'));
  const shifts = sampleOf(
    ownPages.flatMap(visits).flatMap(({ cold, warm }) => [cold.layoutShift, warm.layoutShift]),
  );
  return [
    ...compared.map((path) =>
      ratioFigureOf(`${path} LCP ÷ static HTML`, largest(`ours ${path}`), largest(`static ${path}`), {
        limit: paintLimit,
        stretch: paintStretch,
      }),
    ),
    ratioFigureOf(
      '/login LCP ÷ static HTML without our headers',
      largest('ours /login'),
      largest('bare /login'),
    ),
    ratioFigureOf('/login LCP ÷ barest, on a phone', largest(onPhone[0]), largest(onPhone[1]), {
      limit: 1.18,
      stretch: 1.1,
      note: `; amplify-ui ${inMs(largest(onPhone[2]))}`,
    }),
    ...(['amplify-ui', 'plain'] as const).map((peer) =>
      ratioFigureOf(
        `${peer} LCP ÷ static HTML without our headers`,
        largest(`${peer} /login`),
        largest('bare /login'),
      ),
    ),
    figureOf('guest pages: highest CLS, cold or warm', '', { ...shifts, value: shifts.most }, { limit: 0 }),
  ];
};

const visit = async (context: BrowserContext, address: string): Promise<Timings> => {
  const { page } = await newSlowPage(context);
  await page.goto(address);
  await pageSettles(page);
  const timings = await readTimings(page);
  await page.close();
  return timings;
};
