import { beforeEach, describe, expect, it, vi } from 'vitest';
import { callsAbout, createMerchant, sendTo } from '../../../tests/unit/store/support/merchant.ts';
import { storeOfFile } from '../../../tests/unit/store/support/store-under-test.ts';
import { createScriptedClient, refuse } from './scripted-store.ts';

let customer: string;
let options: { readonly id: string; readonly customerId: string; readonly credits: number };
const store = await storeOfFile();
const merchant = await createMerchant(store);
beforeEach(async () => {
  customer = await store.newCustomer();
  await callsAbout(() => ({ merchant, customer })).grant(100);
  options = { id: crypto.randomUUID(), customerId: customer, credits: 20 };
});

const createClient = (steps: Parameters<typeof createScriptedClient>[0], attempts = 4) =>
  createScriptedClient(steps, { key: merchant.key, store: sendTo(store), attempts });
const { coffer } = createClient([]);
const holdNow = () => coffer.readHold(options.id);
const never = () => {
  throw new Error('worked');
};

describe('withHold', () => {
  it('captures the credits that the work returns: all by default, none for 0', async () => {
    const all = await coffer.withHold(options, async ({ state }) => {
      expect(state).toBe('open');
    });
    expect(all).toEqual({ hold: expect.objectContaining({ captured: 20, balance: 80 }), result: undefined });
    const { id: _, ...another } = options;
    const some = await coffer.withHold(another, () => 13);
    expect(some).toMatchObject({ hold: { state: 'captured', captured: 13, balance: 67 } });
    const { hold, result } = await coffer.withHold(another, async () => ({
      credits: 7,
      result: 'a picture',
    }));
    expect([hold.captured, result.length]).toEqual([7, 9]);
    for (const nothing of [0, { credits: 0, result: 'cached' }])
      expect(await coffer.withHold(another, () => nothing)).toMatchObject({
        hold: { state: 'released', balance: 60, held: 0 },
        result: typeof nothing === 'number' ? undefined : 'cached',
      });
  });

  it('releases the hold if the work throws, and rethrows the error even if the release fails', async () => {
    const failure = new Error('the disk is full');
    const work = () => Promise.reject(failure);
    await expect(coffer.withHold(options, work)).rejects.toBe(failure);
    expect(await holdNow()).toMatchObject({ state: 'released' });
    const offline = createClient([undefined, new TypeError('fetch failed')], 1);
    const another = { ...options, id: crypto.randomUUID() };
    await expect(offline.coffer.withHold(another, work)).rejects.toBe(failure);
  });

  it('runs the work once even if the hold’s first response was lost', async () => {
    const { coffer: retrying, sent } = createClient(['lost']);
    const work = vi.fn(() => 13);
    expect(await retrying.withHold(options, work)).toMatchObject({ hold: { captured: 13, balance: 87 } });
    expect(work).toHaveBeenCalledOnce();
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'GET', 'POST']);
  });

  it.each(['captured', 'released', 'expired'])('never runs the work if the hold was %s', async (state) => {
    await coffer.hold(options);
    if (state === 'captured') await coffer.capture(options.id, { credits: 13 });
    if (state === 'released') await coffer.release(options.id);
    if (state === 'expired') await store.clock.advance(600_000);
    await expect(coffer.withHold(options, never)).rejects.toMatchObject({
      name: 'CofferError',
      status: 409,
      code: `hold-${state}`,
      holdId: options.id,
    });
    expect(await holdNow()).toMatchObject({ state, balance: state === 'captured' ? 87 : 100 });
  });

  it('does not run the work if the customer lacks credits', async () => {
    await expect(coffer.withHold({ ...options, credits: 101 }, never)).rejects.toMatchObject({
      status: 402,
      code: 'insufficient-credits',
      required: 101,
      available: 100,
      holdId: options.id,
    });
  });

  it.each([
    [21, 'exceeds-hold'],
    ...[Number.NaN, Number.POSITIVE_INFINITY, -1, 1.5, '13', null, {}].map((wrong) => [
      wrong,
      'invalid-request',
    ]),
  ])('keeps the hold open if the work returns %o, and rejects with %s', async (returned, code) => {
    const held: Promise<unknown> = Reflect.apply(coffer.withHold, coffer, [options, () => returned]);
    await expect(held).rejects.toMatchObject({ code, holdId: options.id });
    expect(await coffer.capture(options.id, { credits: 13 })).toMatchObject({ captured: 13, held: 0 });
  });

  it('releases the hold if its signal aborts during the work', async () => {
    const controller = new AbortController();
    const reason = new Error('the customer left');
    let workSignal: AbortSignal | undefined;
    const held = coffer.withHold(
      options,
      (_, signal) => {
        workSignal = signal;
        controller.abort(reason);
        return new Promise<number>(() => undefined);
      },
      { signal: controller.signal },
    );
    const stopped = { code: 'aborted', status: 0, holdId: options.id, cause: reason };
    await expect(held).rejects.toMatchObject(stopped);
    expect(workSignal?.reason).toMatchObject(stopped);
    expect(await holdNow()).toMatchObject({ state: 'released' });
    const { coffer: idle, sent } = createClient([]);
    await expect(idle.withHold(options, never, { signal: controller.signal })).rejects.toMatchObject(stopped);
    expect(sent).toEqual([]);
  });

  it('releases the hold if the work takes longer than its time limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const work = () => {
      vi.advanceTimersByTime(30_000);
      return new Promise<number>(() => undefined);
    };
    await expect(coffer.withHold(options, work, { timeoutMs: 30_000 })).rejects.toMatchObject({
      code: 'timed-out',
      holdId: options.id,
    });
    expect(await holdNow()).toMatchObject({ state: 'released' });
  });

  it('still captures the credits if its signal aborts after the work is done', async () => {
    const controller = new AbortController();
    const abort = () => {
      controller.abort();
      return refuse(503, 'unavailable');
    };
    const { coffer: leaving } = createClient([undefined, abort]);
    const { signal } = controller;
    expect(await leaving.withHold(options, () => 13, { signal })).toMatchObject({ hold: { captured: 13 } });
  });

  it('can outlast the hold’s first expiry if the work extends the hold', async () => {
    const { hold } = await coffer.withHold({ ...options, expiresIn: 60 }, async ({ id }) => {
      for (let part = 0; part < 3; part += 1) {
        await store.clock.advance(59_000);
        await coffer.holds.extend(id, { expiresIn: 60 });
      }
    });
    expect(hold).toMatchObject({ state: 'captured', captured: 20, balance: 80 });
  });
});
