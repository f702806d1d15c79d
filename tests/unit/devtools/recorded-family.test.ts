import { expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { transitionText, valueText } from '#devtools/chart-text.ts';
import { createInspection } from '#devtools/inspect.ts';
import { familyOf, pathOf, type Recorder, recorderOf } from '#devtools/recorder.ts';

const lockMachine = setup({
  types: {
    input: {} as { readonly email: string },
    context: {} as { readonly email: string },
    events: {} as { readonly type: 'code.submitted'; readonly code: string },
    output: {} as { readonly token: string },
  },
}).createMachine({
  id: 'lock',
  context: ({ input }) => input,
  output: { token: 'tok_secret' },
  initial: 'closed',
  states: { closed: { on: { 'code.submitted': 'open' } }, open: { type: 'final' } },
});

const houseMachine = setup({
  types: { events: {} as { readonly type: 'visited' } | { readonly type: 'left' } },
  actors: { lock: lockMachine },
}).createMachine({
  id: 'house',
  initial: 'outside',
  states: {
    outside: { on: { visited: 'entering' } },
    entering: {
      invoke: { id: 'frontDoor', src: 'lock', input: { email: 'ada@example.com' }, onDone: 'inside' },
    },
    inside: { on: { left: 'outside' } },
  },
});

const secrets = ['654321', 'ada@example.com', 'tok_secret'];

const startHouse = () => {
  const feed = createInspection();
  const begin = () => createActor(houseMachine, { inspect: feed.inspect }).start();
  return { feed, begin };
};

const unlock = (house: ReturnType<ReturnType<typeof startHouse>['begin']>) =>
  house.getSnapshot().children['frontDoor']?.send({ type: 'code.submitted', code: '654321' });

const linesOf = (recorder: Recorder): string[] =>
  pathOf(familyOf('house', recorder.sessions())).map(
    ({ machine, taken, value }) => `${machine}: ${taken.map(transitionText).join()} → ${valueText(value)}`,
  );

test('the recorded path of a machine includes its child machines, without secrets', () => {
  const { feed, begin } = startHouse();
  const recorder = recorderOf(feed);
  const house = begin();
  house.send({ type: 'visited' });
  unlock(house);
  house.send({ type: 'left' });

  expect(linesOf(recorder)).toEqual([
    'house: visited → entering',
    'lock: code.submitted → open',
    'house: done frontDoor → inside',
    'house: left → outside',
  ]);
  const [root, child] = recorder.sessions();
  expect([root?.machine, root?.parent, child?.machine, child?.parent]).toEqual([
    'house',
    null,
    'lock',
    root?.actor,
  ]);
  const text = JSON.stringify(recorder.sessions().map(({ start, entries }) => ({ start, entries })));
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('each start of a child machine is recorded as a separate session', () => {
  const { feed, begin } = startHouse();
  const recorder = recorderOf(feed);
  const house = begin();
  for (let visit = 0; visit < 2; visit += 1) {
    house.send({ type: 'visited' });
    unlock(house);
    house.send({ type: 'left' });
  }
  expect(recorder.sessions().map(({ machine, entries }) => [machine, entries.length])).toEqual([
    ['house', 6],
    ['lock', 1],
    ['lock', 1],
  ]);
});

test('a recording that starts late includes the child that is already running', () => {
  const { feed, begin } = startHouse();
  const house = begin();
  house.send({ type: 'visited' });
  const recorder = recorderOf(feed);
  expect(recorder.sessions().map(({ machine, start }) => [machine, start.value])).toEqual([
    ['house', 'entering'],
    ['lock', 'closed'],
  ]);
  unlock(house);
  expect(linesOf(recorder)).toEqual(['lock: code.submitted → open', 'house: done frontDoor → inside']);
});

test('a new actor replaces the old actor and its children, and subscribers are notified', () => {
  const { feed, begin } = startHouse();
  const recorder = recorderOf(feed);
  expect(recorderOf(feed)).toBe(recorder);
  const onChange = vi.fn();
  const unsubscribe = recorder.subscribe(onChange);
  begin().send({ type: 'visited' });
  const calls = onChange.mock.calls.length;
  const latest = begin();
  expect(onChange).toHaveBeenCalledTimes(calls + 1);
  expect(recorder.sessions().map(({ machine }) => machine)).toEqual(['house']);
  expect(familyOf('lock', recorder.sessions())).toEqual([]);
  unsubscribe();
  latest.stop();
  expect(onChange).toHaveBeenCalledTimes(calls + 1);
});
