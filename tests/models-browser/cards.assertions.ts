import { expect } from '@playwright/test';
import { chosenCard } from '#domain/saved-cards.ts';
import type { cardsMachine } from '#machines/cards.ts';
import { billingTexts, cardsFailureText } from '#texts/billing.ts';
import { cardChoiceTexts, savedCardName } from '#texts/cards.ts';
import { isAtPage } from './cards.executors.ts';
import type { Driver } from './driver.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof cardsMachine>;
type Snapshot = Parameters<Model['states'][string]>[1];

const expectList = async ({ screens: { billing } }: Driver, { context: { cards } }: Snapshot) => {
  await expect(billing.cards).toHaveCount(cards.length);
  for (const card of cards) await expect(billing.remove(savedCardName(card))).toBeVisible();
};

const expectHeld = async (driver: Driver, snapshot: Snapshot) => {
  const { billing } = driver.screens;
  await expectList(driver, snapshot);
  for (const card of snapshot.context.cards)
    await expect(billing.remove(savedCardName(card))).toHaveAttribute('aria-disabled', 'true');
};

const expectFailure = ({ screens: { billing } }: Driver, text: string) =>
  expect(billing.failure).toContainText(text);

const expectChoice = async ({ screens: { checkout } }: Driver, { context }: Snapshot) => {
  const { cards, choice, saveCard } = context;
  const chosen = chosenCard(cards, choice, Date.now());
  if (choice === null && !saveCard) return expect(checkout.region).toBeHidden();
  if (cards.length > 0) {
    const name = chosen === null ? cardChoiceTexts.another : savedCardName(chosen);
    await expect(checkout.region.getByRole('radio', { name, exact: true })).toBeChecked();
  }
  const save = checkout.region.getByRole('checkbox', { name: cardChoiceTexts.save, exact: true });
  if (chosen === null) await expect(save).toBeChecked({ checked: saveCard });
  else await expect(save).toBeHidden();
};

export const cardsStateAssertions: Model['states'] = {
  loading: async (driver, snapshot) => {
    await (await driver.interceptor('list of cards')).waitForRequest();
    if (snapshot.context.cards.length > 0) await expectHeld(driver, snapshot);
    else await expect(driver.screens.billing.region.getByText(billingTexts.loading)).toBeAttached();
  },
  failed: async (driver, snapshot) => {
    if (snapshot.context.cards.length === 0) return expectFailure(driver, billingTexts.failed);
    await expectFailure(driver, billingTexts.outdated);
    await expectHeld(driver, snapshot);
  },
  'listed.idle': async (driver, snapshot) => {
    if (!isAtPage(driver)) return expectChoice(driver, snapshot);
    const { billing } = driver.screens;
    const { cards, failure, done } = snapshot.context;
    await expectList(driver, snapshot);
    for (const card of cards)
      await expect(billing.remove(savedCardName(card))).toHaveAttribute('aria-disabled', 'false');
    if (cards.length === 0) await expect(billing.region).toContainText(billingTexts.empty);
    await expect(billing.dialog).toBeHidden();
    if (failure === null) await expect(billing.failure).toBeHidden();
    else await expect(billing.failure).toContainText(cardsFailureText(failure));
    if (done === null) await expect(billing.news).toBeHidden();
    else
      await expect(billing.news).toHaveText(
        (done.kind === 'removal' ? billingTexts.removed : billingTexts.defaultChanged)(done.card),
      );
  },
  'listed.confirming': async ({ screens: { billing } }, { context: { change } }) => {
    if (change === null) throw new Error('No removal waits for a confirmation');
    await expect(billing.dialog).toContainText(billingTexts.confirmTitle(change.card));
  },
  'listed.changing': async (driver, snapshot) => {
    await (await driver.interceptor('change of a card')).waitForRequest();
    await expect(driver.screens.billing.dialog).toBeHidden();
    await expectHeld(driver, snapshot);
  },
};
