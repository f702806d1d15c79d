import { afterEach, expect, it, vi } from 'vitest';
import { startCards } from '#app/cards-actor.ts';
import { withSavedCards } from '#app/saved-cards.ts';
import type { SavedCard } from '#contract/cards.ts';
import type { CardsActor } from '#features/shared/app-context.ts';
import { selectChoice } from '#machines/cards.selectors.ts';
import type { CardsAnswer } from '#machines/cards.types.ts';
import type { MountAnswer, PaymentAnswer, PaymentOrder } from '#machines/checkout.types.ts';
import { approved, attempt, billing, refused } from '#tests/purchases.ts';
import { settle } from '../machines/harness.ts';

const card = (id: string): SavedCard => ({
  id,
  brand: 'visa',
  last4: '1111',
  expiry: '12/99',
  is_default: id === 'one',
  notice: null,
  updated_at: null,
});
const one = card('one');
const two = card('two');

const started: CardsActor[] = [];
afterEach(() => {
  for (const cards of started.splice(0)) cards.stop();
  vi.useRealTimers();
});

const never = <T>(signal?: AbortSignal) =>
  new Promise<T>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

const begin = (
  list: () => Promise<CardsAnswer>,
  {
    mount = async () => ({ outcome: 'mounted' }),
    answer = approved,
  }: {
    mount?: (signal?: AbortSignal) => Promise<MountAnswer>;
    answer?: PaymentAnswer;
  } = {},
) => {
  const loadCards = vi.fn(async () => {
    const answer = await list();
    return answer.outcome === 'done' ? [...answer.cards] : [];
  });
  const cards = startCards({ list: loadCards, change: () => never() });
  started.push(cards);
  const gateway = {
    attach: vi.fn(),
    warmUp: vi.fn(),
    watch: vi.fn(() => () => undefined),
    mount: vi.fn(mount),
    tokenize: vi.fn(async () => ({ outcome: 'tokenized', paymentToken: 'a-token' }) as const),
  };
  const payments = {
    pay: vi.fn(async () => answer),
    readBaseline: async () => ({ outcome: 'noted', baseline: null }) as const,
    askOutcome: vi.fn(async () => answer),
  };
  return { cards, loadCards, gateway, ...withSavedCards({ cardFields: gateway, payments }, cards) };
};
const listing =
  (...cards: SavedCard[]) =>
  async (): Promise<CardsAnswer> => ({ outcome: 'done', cards });

it('a saved card needs nothing of the gateway: no script, no fields, no token', async () => {
  const { cardFields, gateway } = begin(listing(one, two));
  cardFields.warmUp();
  await settle();
  expect(await cardFields.mount()).toEqual({ outcome: 'mounted' });
  const send = vi.fn();
  cardFields.watch(send)();
  expect(send.mock.calls.map(([{ field, valid }]) => [field, valid])).toEqual([
    ['ccnumber', true],
    ['ccexp', true],
    ['cvv', true],
  ]);
  expect(await cardFields.tokenize()).toEqual({ outcome: 'saved', cardId: 'one' });
  for (const call of [gateway.warmUp, gateway.mount, gateway.watch, gateway.tokenize])
    expect(call).not.toHaveBeenCalled();
});

it('without a saved card the gateway’s fields are used, and the token says whether to save', async () => {
  const { cards, cardFields, gateway } = begin(listing());
  cardFields.warmUp();
  await cardFields.mount();
  expect(gateway.warmUp).toHaveBeenCalledOnce();
  expect(gateway.mount).toHaveBeenCalledOnce();
  cardFields.watch(vi.fn());
  expect(gateway.watch).toHaveBeenCalledOnce();
  expect(await cardFields.tokenize()).toMatchObject({ paymentToken: 'a-token', saveCard: false });
  cards.send({ type: 'saving.chosen', saveCard: true });
  expect(await cardFields.tokenize()).toMatchObject({ paymentToken: 'a-token', saveCard: true });
});

it('another kind of card makes the checkout set up its fields again', async () => {
  const { cards, cardFields } = begin(listing(one, two));
  await cardFields.mount();
  const send = vi.fn();
  const stop = cardFields.watch(send);
  send.mockClear();
  cards.send({ type: 'card.chosen', cardId: 'two' });
  expect(send).not.toHaveBeenCalled();
  cards.send({ type: 'card.chosen', cardId: null });
  expect(send).toHaveBeenCalledWith({ type: 'card-fields.lost' });
  stop();
  send.mockClear();
  cards.send({ type: 'card.chosen', cardId: null });
  expect(send).not.toHaveBeenCalled();
});

it('choosing a saved card ends the wait for the fields', async () => {
  const { cards, cardFields } = begin(listing(one), { mount: never });
  await settle();
  cards.send({ type: 'card.chosen', cardId: null });
  const mounted = cardFields.mount();
  await settle();
  cards.send({ type: 'card.chosen', cardId: 'one' });
  expect(await mounted).toEqual({ outcome: 'mounted' });
});

it('a checkout that closes abandons the fields', async () => {
  const closed = new AbortController();
  const { cardFields } = begin(listing(), { mount: never });
  const mounted = cardFields.mount(closed.signal);
  await settle();
  closed.abort();
  await expect(mounted).rejects.toBe(closed.signal.reason);
});

it('a list that takes 4 s is not waited for, and does not replace the fields later', async () => {
  vi.useFakeTimers();
  const { cards, cardFields, gateway } = begin(() => never());
  const mounted = cardFields.mount();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(gateway.mount).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await mounted).toEqual({ outcome: 'mounted' });
  expect(gateway.mount).toHaveBeenCalledOnce();
  expect(selectChoice(cards.getSnapshot())).toEqual({ cardId: null });
});

it('a list that failed is asked for again by the next checkout', async () => {
  const { cardFields, loadCards } = begin(() => Promise.reject(new Error('Lost')));
  await settle();
  await cardFields.mount();
  expect(loadCards).toHaveBeenCalledTimes(2);
});

const order: PaymentOrder = { attempt, billing, paymentToken: null };

it('an approved card that is saved appears in the list', async () => {
  const { payments, loadCards } = begin(listing());
  await settle();
  await payments.pay({ ...order, paymentToken: 'a-token', saveCard: true });
  await settle();
  expect(loadCards).toHaveBeenCalledTimes(2);
});

it('a refused saved card gives way to another one', async () => {
  const { cards, payments } = begin(listing(one, two), { answer: refused('card-refused') });
  await settle();
  await payments.pay({ ...order, cardId: 'one' });
  expect(selectChoice(cards.getSnapshot())).toEqual({ cardId: 'two' });
});
