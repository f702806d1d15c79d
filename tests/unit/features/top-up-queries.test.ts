import {
  environmentManager,
  focusManager,
  MutationObserver,
  onlineManager,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { TopUp } from '#contract/top-up.ts';
import type { TopUpFailureName, TopUpResult } from '#domain/top-up.ts';
import { changeTopUpMutation, type TopUpSource, topUpQuery } from '#features/billing/top-up-queries.ts';
import { topUpOff } from '#gallery/harness/fixtures.ts';
import { on, settings } from '#tests/top-ups.ts';

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
});
afterEach(() => environmentManager.setIsServer(() => true));

const settled = () => vi.advanceTimersByTimeAsync(0);

/** Opens the top-up page and waits for its first load. */
const open = async ({
  topUp = topUpOff,
  saved = { outcome: 'done', topUp: on },
  turnedOff = topUpOff,
}: {
  readonly topUp?: TopUp;
  readonly saved?: TopUpResult;
  readonly turnedOff?: TopUp;
} = {}) => {
  const source = {
    load: vi.fn<TopUpSource['load']>(async () => topUp),
    save: vi.fn<TopUpSource['save']>(async () => saved),
    turnOff: vi.fn<TopUpSource['turnOff']>(async () => ({ outcome: 'done', topUp: turnedOff })),
    onCharged: vi.fn(),
  };
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  client.mount();
  for (const name of ['products', 'cards']) client.setQueryData([name], []);
  const leave = new QueryObserver(client, topUpQuery(source)).subscribe(() => undefined);
  onTestFinished(() => {
    leave();
    client.unmount();
    client.clear();
  });
  await settled();
  const change = new MutationObserver(client, changeTopUpMutation(source));
  return {
    source,
    client,
    leave,
    change,
    shown: () => client.getQueryState<TopUp>(['top-up']),
    outdated: () => ['products', 'cards'].filter((name) => client.getQueryState([name])?.isInvalidated),
  };
};

it('a failed load of the top-up is not retried, and earlier data stays', async () => {
  const { source, client, shown } = await open();
  source.load.mockRejectedValue(new Error('No.'));
  await client.invalidateQueries({ queryKey: ['top-up'] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(source.load).toHaveBeenCalledTimes(2);
  expect(shown()).toMatchObject({ status: 'error', data: topUpOff });
});

it('top-up settings are loaded again when the network returns or the window gets the focus', async () => {
  const { source } = await open();
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await settled();
  expect(source.load).toHaveBeenCalledTimes(2);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await settled();
  expect(source.load).toHaveBeenCalledTimes(3);
  focusManager.setFocused(undefined);
});

const charge = { transaction_id: 't1', date: '2026-11-28T12:00:00Z', amount_cents: 500, credits: 500 };
const charged = (status: string): TopUp => {
  const last = { ...charge, status };
  return { ...on, last_charge: last, open_charge: status === 'pending' ? last : null };
};

it('an open charge is polled every ten seconds, and each change is announced once', async () => {
  const { source, client } = await open();
  const announced = () => source.onCharged.mock.calls.length;
  expect(announced()).toBe(0);
  source.load.mockResolvedValue(charged('pending'));
  await client.invalidateQueries({ queryKey: ['top-up'] });
  expect(announced()).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(source.load).toHaveBeenCalledTimes(3);
  expect(announced()).toBe(1);
  source.load.mockResolvedValue(charged('completed'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(announced()).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(source.load).toHaveBeenCalledTimes(4);
});

it('a top-up change shows the state in its response, not the state of an earlier load', async () => {
  const { source, client, change, shown, outdated } = await open();
  let finishLoad: (topUp: TopUp) => void = () => undefined;
  source.load.mockReturnValue(
    new Promise((resolve) => {
      finishLoad = resolve;
    }),
  );
  void client.invalidateQueries({ queryKey: ['top-up'] });
  await change.mutate(settings);
  finishLoad(topUpOff);
  await settled();
  expect(source.save).toHaveBeenCalledExactlyOnceWith(settings);
  expect(shown()?.data).toEqual(on);
  await change.mutate(null);
  expect(source.turnOff).toHaveBeenCalledOnce();
  expect(shown()?.data).toEqual(topUpOff);
  expect(source.load).toHaveBeenCalledTimes(2);
  expect(outdated()).toEqual([]);
});

it.each([
  ['price-changed', ['products']],
  ['amounts-refused', ['products']],
  ['package-withdrawn', ['products']],
  ['card-missing', ['cards']],
  ['card-expired', ['cards']],
  ['card-refused', ['cards']],
  ['sign-in-required', []],
  ['unknown', []],
] satisfies readonly (readonly [TopUpFailureName, readonly string[]])[])(
  'a change that fails with %s reloads the top-up, and invalidates the affected data',
  async (name, parts) => {
    const { source, change, shown, outdated } = await open({ saved: { outcome: 'refused', name } });
    source.load.mockResolvedValue({ ...topUpOff, month_cents: 500 });
    expect(await change.mutate(settings)).toEqual({ outcome: 'refused', name });
    await settled();
    expect(shown()?.data?.month_cents).toBe(500);
    expect(outdated()).toEqual(parts);
  },
);

it('a charge that was made before Turn Off is announced', async () => {
  const { source, change } = await open({ topUp: on, turnedOff: { ...charged('pending'), state: 'off' } });
  await change.mutate(null);
  expect(source.onCharged).toHaveBeenCalledOnce();
});

it('a top-up change leaves no data behind if the session ends during the change', async () => {
  const { client, leave, change, shown } = await open();
  const saving = change.mutate(settings);
  leave();
  client.clear();
  await saving;
  expect(shown()).toBeUndefined();
});
