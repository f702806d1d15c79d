import { beforeEach, expect, test, vi } from 'vitest';
import { rememberVerified } from '#server/store/identity/verified-tokens.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 0, 1);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: begin }));

const verifier = (lifeMs: number) =>
  vi.fn(async (token: string) => {
    if (!token.startsWith('good')) throw new Error('Not a valid token.');
    const unknown = { signedInAt: null, issuedAt: null, authenticatedAt: null, device: null };
    return { customerId: `customer of ${token}`, expiresAt: begin + lifeMs, ...unknown };
  });

test('each token is verified once in five minutes', async () => {
  const verify = verifier(60 * minute);
  const remembered = rememberVerified(verify);
  expect(await remembered('good 1')).toMatchObject({ customerId: 'customer of good 1' });
  expect(await remembered('good 2')).toMatchObject({ customerId: 'customer of good 2' });
  vi.setSystemTime(begin + 5 * minute - 1);
  expect(await remembered('good 1')).toMatchObject({ customerId: 'customer of good 1' });
  expect(verify).toHaveBeenCalledTimes(2);
  vi.setSystemTime(begin + 5 * minute);
  await remembered('good 1');
  expect(verify).toHaveBeenCalledTimes(3);
});

test('a token is verified again if it expired or the clock was set back', async () => {
  const verify = verifier(minute);
  const remembered = rememberVerified(verify);
  await remembered('good');
  vi.setSystemTime(begin + minute);
  await remembered('good');
  expect(verify).toHaveBeenCalledTimes(2);
  vi.setSystemTime(begin - 10 * minute);
  await remembered('good');
  expect(verify).toHaveBeenCalledTimes(3);
});

test('a failed verification is not cached', async () => {
  const verify = verifier(minute);
  const remembered = rememberVerified(verify);
  await expect(remembered('bad')).rejects.toThrow();
  await expect(remembered('bad')).rejects.toThrow();
  expect(verify).toHaveBeenCalledTimes(2);
});
