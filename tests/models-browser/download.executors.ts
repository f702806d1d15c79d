import type { downloadMachine } from '#machines/lists/download.ts';
import type { EventCaseName } from '#tests/model-testing/test-model.ts';
import type { downloadModel } from '#tests/models/machines/download.ts';
import { historyMatch } from '../faults/data-answers.ts';
import { openActivity } from './activity.executors.ts';
import type { Driver } from './driver.ts';
import { openLedger } from './ledger.executors.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof downloadMachine, EventCaseName<typeof downloadModel>>;

interface List {
  readonly isActivity: boolean;
  /** The interceptor of its download's pages. */
  readonly pages: string;
  /** What the store answers with them. */
  readonly match: string;
}

const lists = {
  ledger: { isActivity: false, pages: 'page of the download', match: historyMatch },
  activity: { isActivity: true, pages: 'page of the activity’s download', match: 'GET /api/activity' },
} satisfies Readonly<Record<string, List>>;

export const listOf = ({ page }: Driver): List =>
  new URL(page.url()).pathname === '/activity' ? lists.activity : lists.ledger;

const readings = 2;

export const downloadStarts: Model['create'] = {
  async 'the ledger is opened'(driver) {
    await openLedger(driver);
    await (await driver.interceptor('page of the ledger')).disable();
    await driver.screens.ledger.filter('All').click();
    await driver.screens.ledger.rows.first().waitFor();
  },
  async 'the activity is opened'(driver) {
    await openActivity(driver);
    await (await driver.interceptor('page of the activity')).disable();
    await driver.screens.activity.rows.first().waitFor();
  },
};

export const downloadExecutors: Model['events'] = {
  'a download is requested': {
    execute: async (driver) => {
      const { ledger, activity } = driver.screens;
      await (listOf(driver).isActivity ? activity : ledger).download.click();
    },
  },
  'the download is canceled': {
    execute: async (driver) => {
      const { ledger, activity } = driver.screens;
      await (listOf(driver).isActivity ? activity : ledger).cancelDownload.click();
    },
  },
  'a page of the download is read': {
    when: ({ context: { rows } }) => rows === 0,
    execute: async (driver) => (await driver.interceptor(listOf(driver).pages)).continue(),
  },
  'the download is complete': {
    async execute(driver) {
      const pages = await driver.interceptor(listOf(driver).pages);
      await pages.disable();
      await driver.page.getByText(/^Downloaded/).waitFor();
      pages.enable();
    },
  },
  'the download fails': {
    async execute(driver) {
      const { match, pages } = listOf(driver);
      await driver.refuseNext('store', match, 400, { detail: 'No.' }, readings);
      const held = await driver.interceptor(pages);
      for (let reading = 0; reading < readings; reading += 1) await held.continue();
    },
  },
  'the list shows other rows': {
    execute: async (driver) => {
      const { ledger, activity } = driver.screens;
      await (listOf(driver).isActivity ? activity : ledger).refresh.click();
    },
  },
};
