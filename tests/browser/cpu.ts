import type { Page } from '@playwright/test';

const variable = 'CPU';

/** Returns the factor by which `CPU=4 npm run test:browser`, for example, slows down each page's CPU. */
export const slowdown = (): number => {
  const text = process.env[variable];
  if (text === undefined) return 1;
  const rate = Number(text);
  if (!(rate >= 1)) throw new Error(`${variable} is ${text}, and must be a number of at least 1`);
  return rate;
};

export const slowDown = async (page: Page): Promise<void> => {
  const rate = slowdown();
  if (rate === 1) return;
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
};
