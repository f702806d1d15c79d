import type { SavedCard } from '#contract/cards.ts';
import type { cardsMachine } from '#machines/cards.ts';
import { newPerson } from '#tests/browser/people.ts';
import { openEmptyPage, sessionOf, writeStorage } from '#tests/browser/stored-session.ts';
import type { EventCaseName } from '#tests/model-testing/test-model.ts';
import { type cardsModel, first, second } from '#tests/models/machines/cards.ts';
import { savedCardName } from '#texts/cards.ts';
import { breakNextReply } from './browser-failures.ts';
import type { Driver } from './driver.ts';
import { advanceClock } from './page-timers.ts';
import type { EventExecutor, ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof cardsMachine, EventCaseName<typeof cardsModel>>;
type Executor = EventExecutor<typeof cardsMachine>;
type Snapshot = Parameters<Model['states'][string]>[1];

const listPath = '/api/cards';

const pathOf = ({ context: { change } }: Snapshot): string => {
  if (change === null) throw new Error('No card is being changed');
  return `${listPath}/${change.card.id}${change.kind === 'default' ? '/default' : ''}`;
};

const requestOf = (before: Snapshot): string =>
  before.matches('loading')
    ? `GET ${listPath}`
    : `${before.context.change?.kind === 'default' ? 'PUT' : 'DELETE'} ${pathOf(before)}`;

/** Continues the request that the machine waits for. */
const continueCall = async ({ interceptor }: Driver, before: Snapshot): Promise<void> =>
  (await interceptor(before.matches('loading') ? 'list of cards' : 'change of a card')).continue();

const answerWith = (...cards: readonly SavedCard[]): Executor => ({
  async execute(driver, before) {
    await driver.console.addFault({
      service: 'store',
      match: requestOf(before),
      fault: 'malformed',
      status: 200,
      body: JSON.stringify({ cards }),
      times: 1,
    });
    await continueCall(driver, before);
  },
});

const refuse: Executor = {
  async execute(driver, before) {
    await driver.refuseNext('store', requestOf(before), 500);
    await continueCall(driver, before);
  },
};

const breakReply: Executor = {
  async execute(driver, before) {
    const path = before.matches('loading') ? listPath : pathOf(before);
    await breakNextReply(driver.page, `${driver.addresses.store}${path}`, 'status');
    await answerWith().execute(driver, before);
  },
};

export const isAtPage = ({ page }: Driver): boolean => new URL(page.url()).pathname === '/billing';

const openCheckout = async (driver: Driver): Promise<void> => {
  const { screens } = driver;
  if (isAtPage(driver)) await screens.billing.back.click();
  if (await screens.checkout.region.isHidden()) await screens.dashboard.buy('$10.00').click();
};

const choose = (card: string): Executor['execute'] =>
  async function chooseCard(driver) {
    await openCheckout(driver);
    await driver.screens.checkout.region.getByRole('radio', { name: card, exact: true }).check();
  };

export const cardsStarts: Model['create'] = {
  async 'a purchase or the page of cards is opened'({ page, interceptor, console, addresses }) {
    const customer = newPerson();
    await console.createUser(customer);
    const session = await sessionOf(addresses.pool, customer);
    await interceptor('list of cards');
    await interceptor('change of a card');
    await openEmptyPage(page);
    await writeStorage(page, session);
    await page.goto('/billing');
  },
};

export const cardsExecutors: Model['events'] = {
  'the cards are requested': {
    async execute(driver, before) {
      const { page, screens } = driver;
      if (!isAtPage(driver)) return screens.billing.link.click();
      if (before.matches('failed')) return screens.billing.retry.click();
      // The list loads again when the network is back.
      await page.evaluate(() => dispatchEvent(new Event('online')));
    },
  },
  'the second card is made the default': {
    execute: ({ screens: { billing } }) => billing.makeDefault(savedCardName(second)).click(),
  },
  'the removal of the first card is requested': {
    execute: ({ screens: { billing } }) => billing.remove(savedCardName(first)).click(),
  },
  'the removal is confirmed': { execute: ({ screens: { billing } }) => billing.confirm.click() },
  'the removal is abandoned': { execute: ({ screens: { billing } }) => billing.keep.click() },

  // A radio reports only what was not chosen before. Without a choice, the first card is.
  'the second card is chosen': {
    when: (before) =>
      before.matches({ listed: 'idle' }) &&
      before.context.cards.length === 2 &&
      before.context.choice?.cardId !== second.id,
    execute: choose(savedCardName(second)),
  },
  'another card is chosen': {
    when: (before) =>
      before.matches({ listed: 'idle' }) &&
      before.context.cards.length > 0 &&
      before.context.choice?.cardId !== null,
    execute: choose('Use another card'),
  },
  'the customer asks to save the card': {
    when: (before) => {
      const { cards, choice, saveCard } = before.context;
      const isTyped = cards.length === 0 || choice?.cardId === null;
      return before.matches({ listed: 'idle' }) && !saveCard && isTyped;
    },
    async execute(driver) {
      await openCheckout(driver);
      await driver.screens.checkout.region.getByRole('checkbox', { name: /^Save this card/ }).check();
    },
  },
  'the checkout is closed': {
    when: (before) =>
      before.matches({ listed: 'idle' }) && (before.context.choice !== null || before.context.saveCard),
    execute: ({ screens: { checkout } }) => checkout.cancel.click(),
  },

  'loadCards answers: two cards': answerWith(first, second),
  'loadCards answers: no cards': answerWith(),
  'loadCards answers: refused': refuse,
  'loadCards fails': breakReply,
  'listLimit has passed': { execute: advanceClock(20_000) },
  'changeCard answers: done': answerWith(second),
  'changeCard answers: refused': refuse,
  'changeCard fails': breakReply,
  'changeLimit has passed': { execute: advanceClock(20_000) },
};
