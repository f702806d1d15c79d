import { expect } from '@playwright/test';
import type { downloadMachine } from '#machines/lists/download.ts';
import { listOf } from './download.executors.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof downloadMachine>;

const saved = /^Downloaded \d+ (transactions?|entries)$/;
const failed = /^The download did not finish, and nothing was saved\./;

export const downloadStateAssertions: Model['states'] = {
  idle: async ({ page }) => {
    await expect(page.getByRole('button', { name: 'Download CSV', exact: true })).toBeVisible();
    await expect(page.getByText(saved)).toBeHidden();
    await expect(page.getByText(failed)).toBeHidden();
  },
  running: async (driver, { context: { rows } }) => {
    const { page } = driver;
    await expect(page.getByRole('button', { name: 'Cancel download', exact: true })).toBeVisible();
    if (listOf(driver).isActivity)
      return expect(page.getByText(`${rows} rows…`, { exact: true })).toBeVisible();
    await expect(page.getByText(rows === 0 ? /^Preparing / : /: 100 of \d+ rows…$/)).toBeVisible();
  },
  'ended.saved': ({ page }) => expect(page.getByText(saved)).toBeVisible(),
  'ended.failed': ({ page }) => expect(page.getByText(failed)).toBeVisible(),
};
