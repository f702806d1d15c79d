import { describe, expect, it, vi } from 'vitest';
import { modularPower, type Power } from '#services/identity/srp/modular-power.ts';
import { createPowers, type PowerScript, requestPower, within } from '#services/identity/srp/powers.ts';

const power = (exponent: bigint): Power => ({ base: 5n, exponent, modulus: 101n });

type Behavior = (power: Power, worker: EventTarget) => void;

const answer: Behavior = (asked, worker) =>
  queueMicrotask(() =>
    worker.dispatchEvent(Object.assign(new Event('message'), { data: modularPower(asked) })),
  );
const keepSilent: Behavior = () => undefined;
const fail =
  (type: string): Behavior =>
  (_, worker) =>
    queueMicrotask(() => worker.dispatchEvent(new Event(type)));

/** A limit in ms that is longer than any test, so a test that waits for it fails. */
const longLimit = 600_000;

const fakeWorkers = (behave: Behavior, limit = longLimit) => {
  const asked: Power[] = [];
  const told = { started: 0, ended: 0 };
  const start = (): PowerScript => {
    told.started += 1;
    const worker = new EventTarget();
    return Object.assign(worker, {
      postMessage(sent: Power) {
        asked.push(sent);
        behave(sent, worker);
      },
      terminate() {
        told.ended += 1;
      },
    });
  };
  return { asked, told, workers: createPowers(start, limit) };
};

const notAborted = () => new AbortController().signal;

describe('the powers of an operation', () => {
  it('are computed by one worker, which stops with the operation', async () => {
    const { asked, told, workers } = fakeWorkers(answer);
    const powers = workers.begin(notAborted());
    expect(told).toEqual({ started: 0, ended: 0 });
    expect(await Promise.all([powers.compute(power(2n)), powers.compute(power(3n))])).toEqual([25n, 24n]);
    expect(await powers.compute(power(4n))).toBe(19n);
    expect(asked).toEqual([power(2n), power(3n), power(4n)]);
    expect(told).toEqual({ started: 1, ended: 0 });
    powers.end();
    expect(told).toEqual({ started: 1, ended: 1 });
  });

  it('are computed once each, however often they are requested', async () => {
    const { asked, workers } = fakeWorkers(answer);
    const powers = workers.begin(notAborted());
    expect(await Promise.all([powers.compute(power(2n)), powers.compute(power(2n))])).toEqual([25n, 25n]);
    expect(await powers.compute({ ...power(2n) })).toBe(25n);
    expect(asked).toHaveLength(1);
    await powers.compute({ ...power(2n), base: 6n });
    await powers.compute({ ...power(2n), modulus: 103n });
    expect(asked).toHaveLength(3);
  });

  it('use the worker that was started in advance, and the next operation starts a new worker', async () => {
    const { told, workers } = fakeWorkers(answer);
    workers.prepare();
    workers.prepare();
    expect(told.started).toBe(1);
    const powers = workers.begin(notAborted());
    await powers.compute(power(2n));
    expect(told.started).toBe(1);
    const next = workers.begin(notAborted());
    await next.compute(power(2n));
    expect(told).toEqual({ started: 2, ended: 0 });
  });

  it('stop a worker that was started in advance but not needed', () => {
    const { told, workers } = fakeWorkers(answer);
    workers.prepare();
    workers.begin(notAborted()).end();
    expect(told).toEqual({ started: 1, ended: 1 });
  });

  it.each([
    ['whose script does not load or throws', fail('error')],
    ['that can’t read a power', fail('messageerror')],
  ])('are computed in the tab after a worker %s', async (_, behave) => {
    const { asked, told, workers } = fakeWorkers(behave);
    const powers = workers.begin(notAborted());
    expect(await Promise.all([powers.compute(power(2n)), powers.compute(power(3n))])).toEqual([25n, 24n]);
    expect(await powers.compute(power(4n))).toBe(19n);
    expect(asked).toEqual([power(2n), power(3n)]);
    powers.end();
    expect(told).toEqual({ started: 1, ended: 1 });
  });

  it('are computed in the tab after a worker fails before it is needed', async () => {
    const worker = Object.assign(new EventTarget(), { postMessage: vi.fn(), terminate: vi.fn() });
    const workers = createPowers(() => worker, longLimit);
    workers.prepare();
    worker.dispatchEvent(new Event('error'));
    expect(await workers.begin(notAborted()).compute(power(2n))).toBe(25n);
    expect(worker.postMessage).not.toHaveBeenCalled();
    expect(worker.terminate).toHaveBeenCalledOnce();
  });

  it('are computed in the tab after a worker times out, and the worker is stopped', async () => {
    const { asked, told, workers } = fakeWorkers(keepSilent, 1);
    const powers = workers.begin(notAborted());
    expect(await powers.compute(power(2n))).toBe(25n);
    expect(told).toEqual({ started: 1, ended: 1 });
    expect(await powers.compute(power(3n))).toBe(24n);
    expect(asked).toEqual([power(2n)]);
  });

  it('are rejected immediately if the operation is aborted', async () => {
    const { told, workers } = fakeWorkers(keepSilent);
    const giveUp = new AbortController();
    const powers = workers.begin(giveUp.signal);
    const first = powers.compute(power(2n));
    const reason = new Error('given up');
    giveUp.abort(reason);
    await expect(first).rejects.toBe(reason);
    await expect(powers.compute(power(3n))).rejects.toBe(reason);
    expect(told).toEqual({ started: 1, ended: 1 });
  });

  it('are refused after the operation has ended', async () => {
    const { told, workers } = fakeWorkers(answer);
    const powers = workers.begin(notAborted());
    powers.end();
    await expect(powers.compute(power(2n))).rejects.toThrow('after its operation ended');
    expect(told.started).toBe(0);
  });
});

describe('a power that the identity library requests', () => {
  const heldScope = () => {
    const held: (() => void)[] = [];
    const compute = (asked: Power) =>
      new Promise<bigint>((resolve) => held.push(() => resolve(modularPower(asked))));
    return { scope: { compute: vi.fn(compute), fail: vi.fn() }, release: () => held.shift()?.() };
  };

  it('is computed immediately outside of an operation', () => {
    const results: bigint[] = [];
    requestPower(power(2n), (result) => results.push(result));
    expect(results).toEqual([25n]);
  });

  it('belongs to its operation, and so do powers that its callback requests', async () => {
    const [one, other] = [heldScope(), heldScope()];
    const results: string[] = [];
    const begin = (name: string) => () =>
      requestPower(power(2n), () => requestPower(power(3n), (result) => results.push(`${name} ${result}`)));
    within(one.scope, begin('one'));
    within(other.scope, begin('other'));
    other.release();
    await expect.poll(() => other.scope.compute.mock.calls.length).toBe(2);
    one.release();
    await expect.poll(() => one.scope.compute.mock.calls.length).toBe(2);
    one.release();
    other.release();
    await expect.poll(() => results).toEqual(['one 24', 'other 24']);
    expect(one.scope.fail).not.toHaveBeenCalled();
  });

  it('belongs to no operation after a call in an operation throws', () => {
    const { scope } = heldScope();
    expect(() =>
      within(scope, () => {
        throw new Error('no answer');
      }),
    ).toThrow('no answer');
    const results: bigint[] = [];
    requestPower(power(2n), (result) => results.push(result));
    expect(results).toEqual([25n]);
  });

  it('reports errors in its computation or callback to its operation', async () => {
    const { scope, release } = heldScope();
    const unreadable = new TypeError('no secret block');
    within(scope, () =>
      requestPower(power(2n), () => {
        throw unreadable;
      }),
    );
    release();
    await expect.poll(() => scope.fail.mock.calls).toEqual([[unreadable]]);

    const broken = { compute: () => Promise.reject(unreadable), fail: vi.fn() };
    const done = vi.fn();
    within(broken, () => requestPower(power(2n), done));
    await expect.poll(() => broken.fail.mock.calls).toEqual([[unreadable]]);
    expect(done).not.toHaveBeenCalled();
  });
});
