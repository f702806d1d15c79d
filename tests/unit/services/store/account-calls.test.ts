import { expect, it, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { StoreError, type StoreErrorKind } from '#domain/store-error.ts';
import { createDeleteAccount } from '#services/store/account-calls.ts';
import { recordingClient } from './store-server.ts';

const recorded = { requested_at: '2026-03-14T15:09:26Z' };
const failure = (kind: StoreErrorKind, status: number | null = null, code?: ErrorCode) =>
  new StoreError(kind, 'No.', { status, code });
const lost = failure('unreachable');
const signedOut = failure('signed-out', 401);

/** Creates a store that responds to each request in turn. */
const storeWith = (...answers: readonly object[]) => {
  const left = [...answers];
  const { asked, call } = recordingClient(() => left.shift());
  const register = vi.fn(async () => undefined);
  return { asked, register, deleteAccount: createDeleteAccount(call, register) };
};

it('deleting the account asks the store once', async () => {
  const { asked, deleteAccount } = storeWith(recorded);
  expect(await deleteAccount()).toEqual({ outcome: 'done' });
  expect(asked).toMatchObject([{ method: 'DELETE', path: '/api/account' }]);
});

it.each([
  ['sign-in-required', failure('refused', 403, 'recent-sign-in-required')],
  ['open-purchase', failure('refused', 409, 'open-purchase')],
  ['refused', failure('refused', 429, 'rate-limited')],
  ['unsent', failure('unsent')],
  ['unsent', signedOut],
])('a deletion that the store did not begin is %s and is not repeated', async (name, error) => {
  const { asked, deleteAccount } = storeWith(error);
  expect(await deleteAccount()).toEqual({ outcome: 'refused', name, message: 'No.' });
  expect(asked).toHaveLength(1);
});

it.each([
  ['lost', lost],
  ['late', failure('timed-out')],
  ['unreadable', failure('malformed', 202)],
  ['a server error', failure('refused', 503, 'unavailable')],
  ['not the store’s', new Error('out of order')],
])('a deletion whose response is %s is repeated once, and then stays unknown', async (_, error) => {
  const { asked, deleteAccount } = storeWith(error, error, recorded);
  expect(await deleteAccount()).toMatchObject({ outcome: 'refused', name: 'unknown' });
  expect(asked).toHaveLength(2);
  expect(await deleteAccount()).toEqual({ outcome: 'done' });
});

it('a deletion stays unknown if its repeat was not sent', async () => {
  const { deleteAccount } = storeWith(lost, failure('unsent'));
  expect(await deleteAccount()).toMatchObject({ outcome: 'refused', name: 'unknown' });
});

it('a deletion is done if a repeat finds that the user is gone', async () => {
  expect(await storeWith(lost, signedOut).deleteAccount()).toEqual({ outcome: 'done' });
  const { deleteAccount } = storeWith(lost, lost, signedOut);
  await deleteAccount();
  expect(await deleteAccount()).toEqual({ outcome: 'done' });
});

it('a customer whom the store does not know is registered before the deletion', async () => {
  const unknown = new StoreError('refused', 'Customer not found', { status: 404 });
  const { register, deleteAccount } = storeWith(unknown, recorded);
  expect(await deleteAccount()).toEqual({ outcome: 'done' });
  expect(register).toHaveBeenCalledOnce();
});
