import { selectOpenTransaction } from '#machines/lists/ledger.selectors.ts';
import type { ledgerMachine } from '#machines/lists/ledger.ts';
import type { LedgerAddress } from '#machines/lists/ledger.types.ts';
import { openEmptyPage, writeStorage } from '#tests/browser/stored-session.ts';
import type { EventCaseName } from '#tests/model-testing/test-model.ts';
import type { ledgerModel } from '#tests/models/machines/ledger.ts';
import { historyMatch, onlyPage, row } from '../faults/data-answers.ts';
import type { Driver } from './driver.ts';
import { createLedger, type LedgerTestData, testDataOf } from './ledger.test-data.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof ledgerMachine, EventCaseName<typeof ledgerModel>>;
type Snapshot = Parameters<Model['states'][string]>[1];

/** Continues only the request that the machine waits for. */
const continueReading = async ({ interceptor }: Driver, { context: { query } }: Snapshot): Promise<void> => {
  const status = query.status === 'all' ? null : query.status;
  await (await interceptor('page of the ledger')).continue(
    ({ searchParams }) =>
      searchParams.get('page') === String(query.page) && searchParams.get('status') === status,
  );
};

const answerWith = async (driver: Driver, before: Snapshot, body: string): Promise<void> => {
  const fault = { service: 'store', match: historyMatch, fault: 'malformed' } as const;
  await driver.console.addFault({ ...fault, status: 200, body, times: 1 });
  await continueReading(driver, before);
};

const readings = 2;

const refuseWith =
  (status: number, detail: string) =>
  async (driver: Driver, before: Snapshot): Promise<void> => {
    await driver.refuseNext('store', historyMatch, status, { detail }, readings);
    for (let reading = 0; reading < readings; reading += 1) await continueReading(driver, before);
  };

const visit = async ({ page }: Driver, { status, page: number, tx }: LedgerAddress): Promise<void> => {
  const search = new URLSearchParams({
    ...(status === 'completed' ? {} : { status }),
    ...(number === 1 ? {} : { page: String(number) }),
    ...(tx === null ? {} : { tx }),
  });
  await page.evaluate((query) => {
    history.pushState({}, '', query === '' ? '/dashboard' : `/dashboard?${query}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, search.toString());
};

export const openLedger = async (
  driver: Driver,
  searchFor: (data: LedgerTestData) => string = () => '',
): Promise<void> => {
  const { page, interceptor } = driver;
  const session = await createLedger(driver);
  await interceptor('page of the ledger');
  await interceptor('page of the download');
  await openEmptyPage(page);
  await writeStorage(page, session);
  await page.goto(`/dashboard${searchFor(testDataOf(driver))}`);
};

/** An open dialog covers everything behind it. */
const isInReach = (before: Snapshot): boolean => selectOpenTransaction(before) === null;

const hasRows = ({ context }: Snapshot): boolean => (context.history?.transactions.length ?? 0) > 0;

export const ledgerStarts: Model['create'] = {
  'the ledger is opened': (driver) => openLedger(driver),
  'the address of a transaction is opened': (driver) =>
    openLedger(driver, ({ newestTransaction }) => `?tx=${newestTransaction}`),
};

export const ledgerExecutors: Model['events'] = {
  'the filter All is chosen': {
    when: isInReach,
    execute: ({ screens: { ledger } }) => ledger.filter('All').click(),
  },
  'page 2 is chosen': {
    when: (before) =>
      isInReach(before) &&
      hasRows(before) &&
      before.context.query.page === 1 &&
      before.can({ type: 'page.chosen', page: 2 }),
    execute: ({ screens: { ledger } }) => ledger.next.click(),
  },
  'a transaction is opened': {
    when: (before) => isInReach(before) && hasRows(before),
    execute: ({ screens: { ledger } }) => ledger.open(0),
  },
  'a row without an id is opened': {
    when: isInReach,
    execute: ({ screens: { ledger } }) => ledger.open(1),
  },
  'the transaction is closed': {
    when: (before) => !isInReach(before),
    execute: ({ page }) => page.keyboard.press('Escape'),
  },
  'the loading is retried': {
    execute: ({ screens: { ledger } }) => ledger.region.getByRole('button', { name: 'Retry' }).click(),
  },
  'a refresh is requested': {
    when: (before) => isInReach(before) && !before.matches({ list: 'loading' }),
    execute: ({ screens: { ledger } }) => ledger.refresh.click(),
  },
  'a purchase has outdated the ledger': {
    // A checkout drops a transaction that the app still looks for.
    when: (before) => isInReach(before) && !before.matches({ details: 'sought' }),
    async execute(driver) {
      const { dashboard, checkout } = driver.screens;
      await dashboard.buy('$5.00').click();
      await checkout.fill(testDataOf(driver).customer);
      await checkout.pay('$5.00').click();
      await dashboard.continue.click();
    },
  },
  'the address of page 2 is visited': {
    execute: (driver) => visit(driver, { status: 'completed', page: 2, tx: null }),
  },
  'the address of a transaction on page 2 is visited': {
    execute: (driver) => visit(driver, { status: 'completed', page: 2, tx: 'of-somebody-else' }),
  },
  'the address of a transaction is visited': {
    execute: (driver) => visit(driver, { status: 'completed', page: 1, tx: 'of-somebody-else' }),
  },
  'loadHistory answers: three pages': { execute: continueReading },
  'loadHistory answers: one page': {
    execute: (driver, before) =>
      answerWith(
        driver,
        before,
        onlyPage([row({ id: testDataOf(driver).newestTransaction }), row({ id: null })]),
      ),
  },
  'loadHistory answers: no rows': {
    execute: (driver, before) =>
      answerWith(
        driver,
        before,
        JSON.stringify({ transactions: [], pagination: { total_pages: 0, total_items: 0 } }),
      ),
  },
  'loadHistory answers: nobody by this name': { execute: refuseWith(404, 'Customer not found') },
  'loadHistory fails': { execute: refuseWith(400, 'No.') },
};

export const ledgerExemptions: Model['exempt'] = {
  'details.open: transaction.opened': 'The open dialog covers the rows; the machine takes it all the same.',
};
