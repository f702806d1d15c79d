import type { Page } from '@playwright/test';
import { type Figure, quantile } from './measure.ts';
import { pageRests } from './pages/timings.ts';

/** Maximum time from a click until cached rows are painted, in ms. */
const maxPaint = 50;
const slowdown = 4;
const rounds = 15;

interface Paint {
  /** Number of frames until the rows appeared; 1 is the first frame after the click. */
  readonly frames: number;
  readonly milliseconds: number;
}

/** Clicks a button and measures the time to the end of the frame that shows other rows. */
const paintAfterClick = async (page: Page, button: string): Promise<Paint> => {
  // Let earlier work finish first, such as an icon request after the last click.
  await pageRests(page);
  return page.evaluate(async (name): Promise<Paint> => {
    const region = document.querySelector('section:has(table)');
    const buttons = Array.from(region?.querySelectorAll('button') ?? []);
    const pressed = buttons.find(({ textContent }) => textContent === name);
    if (!region?.querySelector('tbody') || !pressed) throw new Error(`There is no ${name} above rows`);
    const firstId = 'tbody button[aria-haspopup]';
    const before = region.querySelector(firstId)?.textContent;
    const start = performance.now();
    let frames = 0;
    pressed.click();
    do {
      await new Promise(requestAnimationFrame);
      frames += 1;
    } while (region.querySelector(firstId)?.textContent === before);
    // A message posted in a frame arrives after that frame is drawn.
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port1.onmessage = () => resolve({ frames, milliseconds: performance.now() - start });
      port2.postMessage(null);
    });
  }, button);
};

/** Measures how fast the pager and the filter paint cached rows on a CPU with a quarter of its speed. */
export const measureLedgerPaint = async (page: Page): Promise<Figure[]> => {
  const session = await page.context().newCDPSession(page);
  const visit = async (button: string) => {
    const response = page.waitForResponse((received) => received.url().includes('/history'));
    await page.getByRole('button', { name: button, exact: true }).click();
    await response;
    await page.locator('section[aria-busy="false"] tbody').waitFor();
  };
  for (const button of ['Next', 'Refunded']) await visit(button);
  await page.getByRole('button', { name: 'Completed', exact: true }).click();
  await page.locator('section[aria-busy="false"] tbody').waitFor();

  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const pager: Paint[] = [];
  const filter: Paint[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pager.push(await paintAfterClick(page, 'Next'), await paintAfterClick(page, 'Previous'));
    filter.push(await paintAfterClick(page, 'Refunded'), await paintAfterClick(page, 'Completed'));
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();

  const figuresOf = (name: string, paints: readonly Paint[]): Figure[] => {
    const frames = paints.map((paint) => paint.frames);
    const times = paints.map(({ milliseconds }) => milliseconds);
    const [quick, slow] = [0.1, 1].map((share) => quantile(times, share).toFixed(1));
    return [
      { name: `${name}: frames until painted`, value: quantile(frames, 0.5), unit: '', limit: 1 },
      {
        name: `${name}: click to paint`,
        value: quantile(times, 0.5),
        unit: 'ms',
        limit: maxPaint,
        note: `${slowdown}× CPU throttle; p10 ${quick} ms, max ${slow} ms`,
      },
    ];
  };
  return [...figuresOf('cached page', pager), ...figuresOf('cached filter', filter)];
};
