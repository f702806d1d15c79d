import { selectView } from '#machines/lists/activity.selectors.ts';
import type { activityMachine } from '#machines/lists/activity.ts';
import { purchaseEntry, spendEntry } from '#tests/activity.ts';
import { newPerson } from '#tests/browser/people.ts';
import { openEmptyPage, sessionOf, writeStorage } from '#tests/browser/stored-session.ts';
import type { EventCaseName } from '#tests/model-testing/test-model.ts';
import type { activityModel } from '#tests/models/machines/activity.ts';
import type { Driver } from './driver.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof activityMachine, EventCaseName<typeof activityModel>>;
type Snapshot = Parameters<Model['states'][string]>[1];

const match = 'GET /api/activity';

/** More than a page of the download. */
const transactions = 200;

const readings = 2;

/** Continues only the request that the machine waits for. */
const continueReading = async (
  { interceptor }: Driver,
  { context: { address } }: Snapshot,
): Promise<void> => {
  const kind = address.kind === 'all' ? null : address.kind;
  await (await interceptor('page of the activity')).continue(
    ({ searchParams }) => searchParams.get('kind') === kind && searchParams.get('before') === address.before,
  );
};

const answerWith =
  (entries: readonly object[], next: string | null) =>
  async (driver: Driver, before: Snapshot): Promise<void> => {
    const body = JSON.stringify({ entries, next });
    await driver.console.addFault({
      service: 'store',
      match,
      fault: 'malformed',
      status: 200,
      body,
      times: 1,
    });
    await continueReading(driver, before);
  };

export const openActivity = async (driver: Driver, search = ''): Promise<void> => {
  const { page, interceptor, console, addresses } = driver;
  const customer = newPerson();
  await console.createUser(customer, transactions);
  const session = await sessionOf(addresses.pool, customer);
  await interceptor('page of the activity');
  await interceptor('page of the activity’s download');
  await openEmptyPage(page);
  await writeStorage(page, session);
  await page.goto(`/activity${search}`);
};

export const activityStarts: Model['create'] = {
  'the activity is opened': (driver) => openActivity(driver),
  'the address of an older page is opened': (driver) => openActivity(driver, '?before=20'),
};

export const activityExecutors: Model['events'] = {
  'the filter Spent is chosen': {
    execute: async ({ screens: { activity } }) => {
      await activity.filter.selectOption('Spent');
    },
  },
  'the newer page is chosen': {
    when: (before) => selectView(before) === 'rows' && before.context.address.before !== null,
    execute: ({ screens: { activity } }) => activity.newer.click(),
  },
  'the older page is chosen': {
    when: (before) => before.can({ type: 'older.chosen' }),
    execute: ({ screens: { activity } }) => activity.older.click(),
  },
  'the loading is retried': {
    execute: ({ screens: { activity } }) => activity.retry.click(),
  },
  'a refresh is requested': {
    when: (before) => !before.matches('loading'),
    execute: ({ screens: { activity } }) => activity.refresh.click(),
  },
  'the address of the newest page is visited': {
    execute: ({ page }) =>
      page.evaluate(() => {
        history.pushState({}, '', '/activity');
        dispatchEvent(new PopStateEvent('popstate'));
      }),
  },
  'loadActivity answers: a page and older ones': { execute: answerWith([spendEntry], '10') },
  'loadActivity answers: the oldest page': { execute: answerWith([purchaseEntry], null) },
  'loadActivity answers: no rows': { execute: answerWith([], null) },
  'loadActivity fails': {
    async execute(driver, before) {
      await driver.refuseNext('store', match, 500, { detail: 'No.' }, readings);
      for (let reading = 0; reading < readings; reading += 1) await continueReading(driver, before);
    },
  },
};

export const activityExemptions: Model['exempt'] = {
  '(any): history.outdated': 'The purchase happens on another page.',
};
