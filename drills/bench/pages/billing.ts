import type { CDPSession, Locator } from '@playwright/test';
import { screensOf } from '#tests/browser/screens/index.ts';
import { type Figure, figureOf, ratioOf } from '../measure.ts';
import type { Subjects } from '../prepare.ts';
import { measureInTurn } from '../rounds.ts';
import { newSlowPage } from './browser.ts';
import { pageRests } from './timings.ts';
import { visitAs } from './visits.ts';

const typed = 'Llanfairpwllgwyngyll';
/** Delay between keystrokes in ms, long enough to handle each. */
const keyInterval = 80;
const turns = 8;
const price = '$10.00';
const candidates = ['ours', 'react-hook-form'] as const;

export const measureBilling = async (subjects: Subjects): Promise<Figure[]> => {
  const { rounds, ours, billingForm } = subjects;
  const measure = (name: (typeof candidates)[number]) =>
    visitAs(
      subjects,
      name,
      async (context) => {
        const { page, session } = await newSlowPage(context, { isSlowNetwork: false });
        await page.goto(name === 'ours' ? `${ours}/dashboard` : billingForm);
        if (name === 'ours') {
          const { dashboard, checkout } = screensOf(page);
          await dashboard.buy(price).click();
          await checkout.cardField('CVV').waitFor();
        }
        return scriptPerKey(session, page.getByLabel('City', { exact: true }));
      },
      { isSignedIn: true },
    );
  const times = await measureInTurn(rounds, candidates, measure);
  const [own, other] = [times('ours'), times('react-hook-form')];
  const listed = (list: readonly number[]) => list.map((time) => time.toFixed(1)).join(', ');
  return [
    figureOf('billing form: script time per key ÷ react-hook-form', '×', ratioOf(own, other), {
      limit: 1,
      note: `${listed(own)} ÷ ${listed(other)} ms`,
    }),
  ];
};

const scriptPerKey = async (devtools: CDPSession, field: Locator): Promise<number> => {
  await devtools.send('Performance.enable');
  const scriptTime = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
  };
  // Don't use `pressSequentially`: it looks up the field first, which takes longer in a larger page.
  const { keyboard } = field.page();
  // The first key causes one-time work, so press it before measuring and wait until the page is idle.
  await field.press('A');
  await pageRests(field.page());
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await field.fill('A');
    const before = await scriptTime();
    await keyboard.type(typed, { delay: keyInterval });
    times.push(((await scriptTime()) - before) * (1000 / typed.length));
  }
  // Use the minimum, because other load on the machine only adds time.
  return Math.min(...times);
};
