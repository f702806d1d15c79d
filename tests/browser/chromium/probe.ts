import { chromium } from '@playwright/test';
import { chromiumFlags } from './flags.ts';

/** A busy machine takes its time; what hangs is not waited for longer. */
const limitMs = 60_000;

/**
 * Why no page of this program can be opened; undefined where one can. What answers `--version` may still not start: a
 * script that only advertises a package, a snap in a container, a program whose libraries are missing.
 */
export const failureOfLaunch = async (path: string): Promise<string | undefined> => {
  try {
    const browser = await chromium.launch({
      executablePath: path,
      args: [...chromiumFlags],
      timeout: limitMs,
    });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(limitMs);
      await page.setContent('<title>It starts</title>');
      return (await page.title()) === 'It starts' ? undefined : 'it shows no page.';
    } finally {
      await browser.close();
    }
  } catch (error) {
    return reasonOf(error);
  }
};

/** Playwright's message goes on for pages; what the program itself complained of says most. */
const reasonOf = (error: unknown): string => {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  const complaint = lines.find((line) => line.includes('[err]'))?.replace(/^.*?\[err\]\s*/, '');
  return (complaint ?? lines[0] ?? '').trim();
};
