import { expect, test, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, type PromiseActorLogic } from 'xstate';
import { dropEarlyRepliesWith } from '#app/startup/early-replies.ts';
import { authMachine } from '#machines/account/auth.ts';
import type { AuthEvent, Restoration, User } from '#machines/account/auth.types.ts';
import { passkeyMachine } from '#machines/account/passkey.ts';
import { nothingRestored } from '#tests/account.ts';
import { settled } from '../inline/page.ts';

const ada: User = { id: 'u1', email: 'ada@example.com', phone: null, firstName: 'Ada', lastName: null };
const eve: User = { ...ada, id: 'u2', email: 'eve@example.com' };

const start = (user: User | null) => {
  const drop = vi.fn();
  vi.stubGlobal('earlyRequests', { takeConfig: () => null, takeReply: () => null, drop });
  const restoreSession: PromiseActorLogic<Restoration> = fromPromise(async () => ({
    ...nothingRestored,
    user,
  }));
  const watchSession = fromCallback<AuthEvent>(() => undefined);
  const auth = createActor(
    authMachine.provide({ actors: { restoreSession, watchSession, passkey: passkeyMachine } }),
  );
  let render = (): void => undefined;
  const subscribe = vi.fn((_: string, listener: () => void) => {
    render = listener;
    return () => undefined;
  });
  dropEarlyRepliesWith(auth, { subscribe });
  auth.start();
  return { auth, drop, subscribe, render: () => render() };
};

test('early responses stay available to a customer until the first page is shown', async () => {
  const { drop, subscribe, render } = start(ada);
  await settled();
  expect(drop).not.toHaveBeenCalled();
  expect(subscribe.mock.calls.map(([type]) => type)).toEqual(['onRendered']);
  render();
  expect(drop).toHaveBeenCalledOnce();
});

test('early responses are dropped if there is no session', async () => {
  const { drop } = start(null);
  expect(drop).not.toHaveBeenCalled();
  await settled();
  expect(drop).toHaveBeenCalled();
});

test.each([
  ['ends', { type: 'session.ended' }],
  ['passes to another user', { type: 'session.replaced', user: eve }],
] as const)('early responses are dropped when the session %s', async (_, event) => {
  const { auth, drop } = start(ada);
  await settled();
  auth.send(event);
  expect(drop).toHaveBeenCalled();
});
