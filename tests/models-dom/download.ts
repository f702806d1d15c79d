import { expect, vi } from 'vitest';
import { spendEntry } from '#tests/activity.ts';
import { downloadModel } from '#tests/models/machines/download.ts';
import { domExemptions } from '#tests/models/machines/index.ts';
import { completedTransaction } from '#tests/transactions.ts';
import { refusal } from '#tests/unit/app/customers.ts';
import type { DomSut, Driver } from './driver.ts';

/** Rows per page of a download, more than the lists request. */
const rowsOfPage = 100;

const isOfDownload = ({ limit }: { readonly limit?: unknown }): boolean => limit === rowsOfPage;
const isOfList = ({ limit }: { readonly limit?: unknown }): boolean => limit === undefined;

const isAtActivity = ({ address }: Driver): boolean => address().pathname === '/activity';

const answerLedger = ({ history }: Driver, isWanted: typeof isOfList): void => {
  const { query, resolve } = history.take(isWanted);
  resolve({
    transactions: Array.from({ length: rowsOfPage }, (_, row) => ({
      ...completedTransaction,
      id: `${query.page} ${row}`,
    })),
    pagination: { total_pages: 2, total_items: 2 * rowsOfPage },
  });
};

const answerActivity = ({ activity }: Driver, isWanted: typeof isOfList): void => {
  const { query, resolve } = activity.take(isWanted);
  const { before = null } = query;
  const entries = Array.from({ length: rowsOfPage }, (_, row) => ({ ...spendEntry, id: `${before} ${row}` }));
  resolve({ entries, next: before === null ? '100' : null });
};

const answer = (driver: Driver, isWanted: typeof isOfList): Promise<void> =>
  driver.change(() =>
    isAtActivity(driver) ? answerActivity(driver, isWanted) : answerLedger(driver, isWanted),
  );

const readsOf = (driver: Driver) => (isAtActivity(driver) ? driver.activity : driver.history);

const saved = /Downloaded 200 (transactions|entries)/;
const failed = 'The download failed.';

export const downloadSut: DomSut<typeof downloadModel> = {
  model: downloadModel,
  create: {
    async 'the ledger is opened'(driver) {
      await driver.start('/dashboard?status=all');
      await answer(driver, isOfList);
    },
    async 'the activity is opened'(driver) {
      await driver.start('/activity');
      await answer(driver, isOfList);
    },
  },
  events: {
    'a download is requested': ({ press }) => press('Download CSV'),
    'the download is canceled': ({ press }) => press('Cancel download'),
    'a page of the download is read': {
      when: ({ context: { rows } }) => rows === 0,
      execute: (driver) => answer(driver, isOfDownload),
    },
    'the download is complete': async (driver) => {
      const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
      while (readsOf(driver).has(isOfDownload)) await answer(driver, isOfDownload);
      expect(save).toHaveBeenCalledOnce();
      save.mockRestore();
    },
    'the download fails': (driver) => driver.refuse(readsOf(driver), isOfDownload, refusal(400, 'No.')),
    'the list shows other rows': async (driver) => {
      await driver.press('Refresh');
      await answer(driver, isOfList);
    },
  },
  states: {
    idle: async ({ find, text }) => {
      expect(find('button', 'Download CSV')).toBeDefined();
      expect(text('main')).not.toMatch(saved);
      expect(text('main')).not.toContain(failed);
    },
    running: async (driver, { context: { rows } }) => {
      expect(driver.find('button', 'Cancel download')).toBeDefined();
      const ledger = rows === 0 ? 'Preparing All…' : 'All: 100 of 200 rows…';
      expect(driver.text('main')).toContain(isAtActivity(driver) ? `${rows} rows…` : ledger);
    },
    'ended.saved': async ({ text }) => expect(text('main')).toMatch(saved),
    'ended.failed': async ({ text }) => expect(text('main')).toContain(failed),
  },
  emitted: {},
  exempt: domExemptions.download,
};
