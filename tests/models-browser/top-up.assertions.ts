import { expect } from '@playwright/test';
import type { topUpMachine } from '#machines/top-up.ts';
import { pauseText, topUpFailureText, topUpTexts } from '#texts/top-up.ts';
import type { Driver } from './driver.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof topUpMachine>;
type Snapshot = Parameters<Model['states'][string]>[1];

const expectNews = async (
  { screens: { billing } }: Driver,
  { context: { failure, done } }: Snapshot,
): Promise<void> => {
  const { region } = billing.topUp;
  if (failure !== null) await expect(region).toContainText(topUpFailureText(failure));
  if (done === null) {
    for (const text of Object.values(topUpTexts.done)) await expect(region).not.toContainText(text);
  } else await expect(region).toContainText(topUpTexts.done[done]);
};

/** What the store answered last, and whether the customer may change it. */
const expectTopUp = async (driver: Driver, snapshot: Snapshot, held = false): Promise<void> => {
  const { topUp: section } = driver.screens.billing;
  const { topUp } = snapshot.context;
  if (topUp === null) throw new Error('The store has not answered');
  const isOn = topUp.state !== 'off' && !snapshot.matches('turning-off');
  await expect(section.switch).toBeChecked({ checked: isOn });
  await expect(section.turnOff).toHaveCount(topUp.state === 'off' ? 0 : 1);
  await expect(section.save).toHaveAttribute('aria-disabled', String(held));
  if (topUp.state === 'paused') await expect(section.region).toContainText(pauseText(topUp.paused_reason));
  await expectNews(driver, snapshot);
};

export const topUpStateAssertions: Model['states'] = {
  'shown.loading': async (driver, snapshot) => {
    await (await driver.interceptor('top-up')).waitForRequest();
    if (snapshot.context.topUp !== null) await expectTopUp(driver, snapshot);
    else await expect(driver.screens.billing.topUp.region.getByText(topUpTexts.loading)).toBeAttached();
  },
  'shown.failed': async (driver, snapshot) => {
    const { region, retry } = driver.screens.billing.topUp;
    await expect(retry).toBeVisible();
    if (snapshot.context.topUp === null) return expect(region).toContainText(topUpTexts.failed);
    await expect(region).toContainText(topUpTexts.stale);
    await expectTopUp(driver, snapshot);
  },
  'shown.off': expectTopUp,
  'shown.on': expectTopUp,
  'shown.paused': expectTopUp,
  saving: async (driver, snapshot) => {
    await (await driver.interceptor('save of the top-up')).waitForRequest();
    await expectTopUp(driver, snapshot, true);
  },
  'turning-off': async (driver, snapshot) => {
    await (await driver.interceptor('end of the top-up')).waitForRequest();
    await expectTopUp(driver, snapshot, true);
  },
};

export const topUpEmittedEventAssertions: Model['emitted'] = {
  // The form shows what was loaded again, without losing what was typed.
  async 'packages.outdated'({ screens: { billing } }) {
    await expect(billing.topUp.limit).toHaveValue('10000');
  },
  async 'cards.outdated'({ screens: { billing } }) {
    await expect(billing.topUp.threshold).toHaveValue('500');
  },
};
