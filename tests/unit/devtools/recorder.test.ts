import { expect, test, vi } from 'vitest';
import { assign, createActor, fromPromise, setup, waitFor } from 'xstate';
import { createInspection } from '#devtools/inspect.ts';
import { type Recorder, recorderOf } from '#devtools/recorder.ts';

const doorMachine = setup({
  types: {
    events: {} as { readonly type: 'code.submitted'; readonly code: string } | { readonly type: 'closed' },
    context: {} as { readonly email: string; readonly token: string | null },
  },
  actors: { unlock: fromPromise<{ readonly token: string }>(() => Promise.resolve({ token: 'tok_secret' })) },
}).createMachine({
  id: 'door',
  context: { email: 'ada@example.com', token: null },
  initial: 'locked',
  states: {
    locked: { on: { 'code.submitted': 'unlocking' } },
    unlocking: {
      invoke: {
        id: 'unlock',
        src: 'unlock',
        onDone: { target: 'open', actions: assign({ token: ({ event }) => event.output.token }) },
      },
    },
    open: { on: { closed: 'locked' } },
  },
});

const secrets = ['654321', 'ada@example.com', 'tok_secret'];

const only = (recorder: Recorder) => {
  const [session, ...others] = recorder.sessions();
  if (session === undefined || others.length > 0) throw new Error('There is not one session');
  return session;
};

test('a session lists each event with the state that it led to, and no secrets', async () => {
  const feed = createInspection();
  const recorder = recorderOf(feed);
  const door = createActor(doorMachine, { inspect: feed.inspect });
  door.start();
  door.send({ type: 'code.submitted', code: '654321' });
  await waitFor(door, (snapshot) => snapshot.matches('open'));
  door.send({ type: 'closed' });

  const { machine, start, entries } = only(recorder);
  expect([machine, start]).toEqual([
    'door',
    { value: 'locked', context: { email: '[redacted]', token: null } },
  ]);
  expect(entries.map(({ number, event, value }) => [number, event.type, value])).toEqual([
    [1, 'code.submitted', 'unlocking'],
    [2, 'xstate.done.actor.unlock', 'open'],
    [3, 'closed', 'locked'],
  ]);
  const text = JSON.stringify({ start, entries });
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('of two actors of one machine the latest is shown, and each change triggers a callback', () => {
  const feed = createInspection();
  const recorder = recorderOf(feed);
  expect(recorderOf(feed)).toBe(recorder);
  const onChange = vi.fn();
  const unsubscribe = recorder.subscribe(onChange);
  const begin = () => createActor(doorMachine, { inspect: feed.inspect }).start();
  begin();
  const latest = begin();
  expect(only(recorder).actor).toBe(latest);
  expect(onChange).toHaveBeenCalledTimes(2);

  const before = recorder.sessions();
  latest.send({ type: 'code.submitted', code: '654321' });
  expect(recorder.sessions()).not.toBe(before);
  expect(before[0]?.entries).toEqual([]);

  unsubscribe();
  onChange.mockClear();
  latest.stop();
  expect(onChange).not.toHaveBeenCalled();
});
