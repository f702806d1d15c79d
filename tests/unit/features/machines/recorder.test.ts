import { expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { valueText } from '#features/machines/active-states.ts';
import { recorderOf } from '#features/machines/recorder.ts';
import { authMachine } from '#machines/auth.ts';
import { createFeed } from './feed.ts';
import { recordSignIn, secrets } from './sign-in.ts';

test('a session tells each event with the state that it led to, and no secret', async () => {
  const { machine, start, entries } = await recordSignIn();
  expect(machine).toBe('auth');
  expect(start.value).toBe('loading');
  expect(
    entries.slice(0, 5).map(({ number, event, value }) => [number, event.type, valueText(value)]),
  ).toEqual([
    [1, 'xstate.done.actor.restoreSession', 'signed-out.idle'],
    [2, 'sign-in.submitted', 'signed-out.signing-in'],
    [3, 'xstate.done.actor.signIn', 'signed-in.registering'],
    [4, 'xstate.done.actor.registerCustomer', 'signed-in.active'],
    [5, 'sign-out.requested', 'signed-in.signing-out'],
  ]);
  const text = JSON.stringify({ start, entries });
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('a recorder that comes late begins where the machine stands', async () => {
  const { start, entries } = await recordSignIn('signed-in');
  expect(valueText(start.value)).toBe('signed-in.active');
  expect(entries[0]?.event.type).toBe('sign-out.requested');
  expect(JSON.stringify(start)).not.toContain('ada@example.com');
});

test('of two actors of one machine the latest is told, and each change is called back', () => {
  const feed = createFeed();
  const recorder = recorderOf(feed);
  expect(recorderOf(feed)).toBe(recorder);
  const onChange = vi.fn();
  const unsubscribe = recorder.subscribe(onChange);
  const begin = () => {
    const machine = authMachine.provide({ actors: { watchSession: fromCallback(() => undefined) } });
    return createActor(machine, { inspect: feed.inspect }).start();
  };
  begin();
  const latest = begin();
  expect(recorder.sessions().map(({ actor }) => actor)).toEqual([latest]);
  expect(onChange).toHaveBeenCalledTimes(2);

  const before = recorder.sessions();
  latest.send({ type: 'failure.dismissed' });
  expect(recorder.sessions()).not.toBe(before);
  expect(before[0]?.entries).toEqual([]);
  unsubscribe();
  onChange.mockClear();
  latest.stop();
  expect(onChange).not.toHaveBeenCalled();
});
