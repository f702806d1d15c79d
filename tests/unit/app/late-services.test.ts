import { expect, test, vi } from 'vitest';
import { createLateServices } from '#app/late-services.ts';
import type { PurchaseServices } from '#app/later.ts';
import { deferred, settle } from '../machines/harness.ts';

const services = () => {
  const stop = vi.fn();
  const made = {
    payments: { pay: vi.fn(), readBaseline: vi.fn(), askOutcome: vi.fn() },
    quotePackage: vi.fn(),
    cardFields: {
      mount: vi.fn(async () => ({ outcome: 'mounted' }) as const),
      tokenise: vi.fn(),
      attach: vi.fn(),
      warmUp: vi.fn(),
      watch: vi.fn(() => stop),
    },
  } satisfies PurchaseServices;
  return { made, stop };
};

test('their code is loaded with the first use, once, and what was asked before it came is done in its order', async () => {
  const { made, stop } = services();
  const code = deferred<PurchaseServices>();
  const load = vi.fn(() => code.promise);
  const { cardFields } = createLateServices(load);
  expect(load).not.toHaveBeenCalled();
  const send = vi.fn();
  const end = cardFields.watch(send);
  cardFields.attach('cvv', null);
  cardFields.attach('ccexp', null);
  const mounted = cardFields.mount();
  code.resolve(made);
  expect(await mounted).toEqual({ outcome: 'mounted' });
  expect(load).toHaveBeenCalledTimes(1);
  expect(made.cardFields.watch).toHaveBeenCalledExactlyOnceWith(send);
  expect(made.cardFields.attach.mock.calls).toEqual([
    ['cvv', null],
    ['ccexp', null],
  ]);
  end();
  expect(stop).toHaveBeenCalledTimes(1);
});

test('a watch that ended before the code came begins no more', async () => {
  const { made } = services();
  const code = deferred<PurchaseServices>();
  const { cardFields } = createLateServices(() => code.promise);
  cardFields.watch(vi.fn())();
  code.resolve(made);
  await settle();
  expect(made.cardFields.watch).not.toHaveBeenCalled();
});

test('code that did not come refuses the mount, and comes with the next one', async () => {
  const { made } = services();
  const load = vi.fn<() => Promise<PurchaseServices>>().mockRejectedValueOnce(new Error('Offline'));
  load.mockResolvedValue(made);
  const { cardFields } = createLateServices(load);
  cardFields.attach('cvv', null);
  await expect(cardFields.mount()).rejects.toThrow('Offline');
  expect(await cardFields.mount()).toEqual({ outcome: 'mounted' });
});

test('a warm-up loads the code as well; without it the mount says what is wrong', async () => {
  const { made } = services();
  const load = vi.fn<() => Promise<PurchaseServices>>().mockRejectedValueOnce(new Error('Offline'));
  load.mockResolvedValue(made);
  const { cardFields } = createLateServices(load);
  cardFields.warmUp();
  await settle();
  expect(made.cardFields.warmUp).not.toHaveBeenCalled();
  cardFields.warmUp();
  await settle();
  expect(made.cardFields.warmUp).toHaveBeenCalledTimes(1);
});
