import { expect, it, vi } from 'vitest';
import type { TokenResult } from '#machines/purchase/checkout.types.ts';
import { createSubmissions } from '#services/card-fields/submissions.ts';

const scriptLimit = 25_000;
const token = (paymentToken: string): TokenResult => ({ outcome: 'tokenized', paymentToken });
const refused = (name: 'token-missing' | 'token-timeout' | 'start-failed'): TokenResult => ({
  outcome: 'refused',
  failure: { name, message: '' },
});

/** Mimics the gateway's script: one submission at a time across all mounts, with its own timer. */
const open = () => {
  let time = 0;
  let endsAt = Number.POSITIVE_INFINITY;
  const submissions = createSubmissions(() => time);
  const script = {
    starts: 0,
    start: vi.fn(() => {
      if (endsAt < Number.POSITIVE_INFINITY) return;
      script.starts += 1;
      endsAt = time + scriptLimit;
    }),
    /** Delivers the result. The script's submission lasts until the callback returns. */
    async call(answer: TokenResult) {
      submissions.answered(answer);
      endsAt = Number.POSITIVE_INFINITY;
      await Promise.resolve();
    },
  };
  return {
    submissions,
    script,
    submit() {
      const resolve = vi.fn<(answer: TokenResult) => void>();
      submissions.begin(script.start, resolve);
      return resolve;
    },
    async pass(milliseconds: number) {
      time += milliseconds;
      if (time < endsAt) return;
      submissions.timedOut(refused('token-timeout'));
      endsAt = Number.POSITIVE_INFINITY;
      await Promise.resolve();
    },
  };
};

it('a token that arrives twice counts once', async () => {
  const { submit, script } = open();
  submit();
  await script.call(token('first'));
  const resolve = submit();
  await script.call(token('first'));
  expect(resolve).not.toHaveBeenCalled();
});

it('a submission ends when the script times out, and the next submission drops the late token', async () => {
  const { submit, script, pass } = open();
  const stalled = submit();
  await pass(scriptLimit);
  expect(stalled).toHaveBeenCalledExactlyOnceWith(refused('token-timeout'));
  const next = submit();
  await script.call(token('late'));
  expect(next).not.toHaveBeenCalled();
  expect(script.starts).toBe(3);
  await script.call(token('own'));
  expect(next).toHaveBeenCalledExactlyOnceWith(token('own'));
});

it('a start that an earlier submission blocked is retried at that submission’s timeout', async () => {
  const { submit, script, submissions, pass } = open();
  const invalid = submit();
  submissions.settle(refused('token-missing'));
  expect(invalid).toHaveBeenCalledOnce();
  await pass(10_000);
  const next = submit();
  expect(script.starts).toBe(1);
  await pass(15_000);
  expect(next).not.toHaveBeenCalled();
  expect(script.starts).toBe(2);
  await script.call(token('perhaps of the first'));
  await script.call(token('own'));
  expect(next).toHaveBeenCalledExactlyOnceWith(token('own'));
});

it('a token that arrives after a field was corrected belongs to no submission', async () => {
  const { submit, script, submissions } = open();
  submit();
  submissions.settle(refused('token-missing'));
  await script.call(token('of itself'));
  const next = submit();
  await script.call(token('own'));
  expect(next).toHaveBeenCalledExactlyOnceWith(token('own'));
  expect(script.starts).toBe(2);
});

it('no late token is expected after two minutes', async () => {
  const { submit, script, pass } = open();
  submit();
  await pass(scriptLimit);
  await pass(100_000);
  const next = submit();
  await script.call(token('own'));
  expect(next).toHaveBeenCalledExactlyOnceWith(token('own'));
});

it('a start that throws in a callback counts as a failed start', async () => {
  const { submit, script, pass } = open();
  submit();
  await pass(scriptLimit);
  const next = submit();
  script.start.mockImplementation(() => {
    throw new Error('not now');
  });
  await script.call(token('late'));
  expect(next).toHaveBeenCalledExactlyOnceWith(refused('start-failed'));
});
