import { expect, it, vi } from 'vitest';
import type { TokenAnswer } from '#machines/checkout.types.ts';
import { createSubmissions } from '#services/card-fields/submissions.ts';

const scriptLimit = 25_000;
const token = (paymentToken: string): TokenAnswer => ({ outcome: 'tokenised', paymentToken });
const refused = (name: 'token-missing' | 'token-timeout' | 'start-failed'): TokenAnswer => ({
  outcome: 'refused',
  failure: { name, message: '' },
});

/** The gateway's script as it is: one submission at a time, over all mounts, with a timer of its own. */
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
    call(answer: TokenAnswer) {
      endsAt = Number.POSITIVE_INFINITY;
      submissions.answered(answer);
    },
  };
  return {
    submissions,
    script,
    submit() {
      const resolve = vi.fn<(answer: TokenAnswer) => void>();
      submissions.begin(script.start, resolve);
      return resolve;
    },
    pass(milliseconds: number) {
      time += milliseconds;
      if (time < endsAt) return;
      endsAt = Number.POSITIVE_INFINITY;
      submissions.timedOut(refused('token-timeout'));
    },
  };
};

it('a token is for the submission that asked for it, and one start is enough', () => {
  const { submit, script } = open();
  for (const name of ['first', 'second']) {
    const resolve = submit();
    script.call(token(name));
    expect(resolve).toHaveBeenCalledExactlyOnceWith(token(name));
  }
  expect(script.starts).toBe(2);
});

it('a token that is told twice counts once', () => {
  const { submit, script } = open();
  submit();
  script.call(token('first'));
  const resolve = submit();
  script.call(token('first'));
  expect(resolve).not.toHaveBeenCalled();
});

it('a submission that the script times out is over, and the late token is dropped in the next one', () => {
  const { submit, script, pass } = open();
  const stalled = submit();
  pass(scriptLimit);
  expect(stalled).toHaveBeenCalledExactlyOnceWith(refused('token-timeout'));
  const next = submit();
  script.call(token('late'));
  expect(next).not.toHaveBeenCalled();
  script.call(token('own'));
  expect(next).toHaveBeenCalledExactlyOnceWith(token('own'));
});

it('a retry after a stall that nothing follows gets its token', () => {
  const { submit, script, pass } = open();
  submit();
  pass(scriptLimit);
  const next = submit();
  script.call(token('perhaps late'));
  expect(script.starts).toBe(3);
  script.call(token('own'));
  expect(next).toHaveBeenCalledExactlyOnceWith(token('own'));
});

it('a start that an earlier submission kept from doing anything is made up for at its time-out', () => {
  const { submit, script, submissions, pass } = open();
  const invalid = submit();
  submissions.settle(refused('token-missing'));
  expect(invalid).toHaveBeenCalledOnce();
  pass(10_000);
  const next = submit();
  expect(script.starts).toBe(1);
  pass(15_000);
  expect(next).not.toHaveBeenCalled();
  expect(script.starts).toBe(2);
  script.call(token('perhaps of the first'));
  script.call(token('own'));
  expect(next).toHaveBeenCalledExactlyOnceWith(token('own'));
});

it('a token that comes by itself, once a field was corrected, is for nobody', () => {
  const { submit, script, submissions } = open();
  submit();
  submissions.settle(refused('token-missing'));
  script.call(token('of itself'));
  const next = submit();
  script.call(token('own'));
  expect(next).toHaveBeenCalledExactlyOnceWith(token('own'));
  expect(script.starts).toBe(2);
});

it('two minutes later no earlier token is expected', () => {
  const { submit, script, pass } = open();
  submit();
  pass(scriptLimit);
  pass(100_000);
  const next = submit();
  script.call(token('own'));
  expect(next).toHaveBeenCalledExactlyOnceWith(token('own'));
});

it('a start out of a callback that throws is a failed start', () => {
  const { submit, script, pass } = open();
  submit();
  pass(scriptLimit);
  const next = submit();
  script.start.mockImplementation(() => {
    throw new Error('not now');
  });
  script.call(token('late'));
  expect(next).toHaveBeenCalledExactlyOnceWith(refused('start-failed'));
});
