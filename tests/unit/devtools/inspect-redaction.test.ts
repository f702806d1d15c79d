import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, setup, waitFor } from 'xstate';
import { redactInspected } from '#devtools/stately-inspector.ts';

const secrets = [
  ...['hunter2', '654321', 'ada@example.com', 'tok_secret', 'Lovelace', '4111111111111111', '12 Hill Road'],
];

const leakyChild = setup({
  types: {
    input: {} as { readonly email: string; readonly password: string },
    context: {} as { readonly email: string; readonly password: string },
  },
}).createMachine({
  id: 'leakyChild',
  context: ({ input }) => input,
  output: { token: 'tok_secret', user: { lastName: 'Lovelace' } },
  initial: 'ended',
  states: { ended: { type: 'final' } },
});

const leakyMachine = setup({
  types: {
    events: {} as { readonly type: 'code.submitted'; readonly code: string; readonly credentials: object },
    context: {} as Record<string, unknown>,
  },
  actors: {
    child: leakyChild,
    exchange: fromPromise<{ readonly token: string; readonly user: object }, object>(({ input }) =>
      Promise.resolve({ token: 'tok_secret', user: { lastName: 'Lovelace', input } }),
    ),
    bare: fromPromise<string, string>(() => Promise.resolve('tok_secret')),
    failing: fromPromise(() => Promise.reject(new Error('ada@example.com has no card 4111111111111111'))),
  },
}).createMachine({
  id: 'leaky',
  context: { email: 'ada@example.com', notes: [{ billing: { address1: '12 Hill Road' } }] },
  initial: 'pending-code',
  states: {
    'pending-code': { on: { 'code.submitted': 'confirming' } },
    confirming: {
      invoke: { id: 'exchangePassword', src: 'exchange', input: ({ event }) => event, onDone: 'bare' },
    },
    bare: { invoke: { id: 'bareToken', src: 'bare', input: 'hunter2', onDone: 'parent' } },
    parent: {
      invoke: {
        id: 'childOfAda',
        src: 'child',
        input: { email: 'ada@example.com', password: 'hunter2' },
        onDone: 'failing',
      },
    },
    failing: { invoke: { id: 'failingCard', src: 'failing', onError: 'done' } },
    done: { type: 'final' },
  },
});

const isOver = (snapshot: object): boolean => 'value' in snapshot && snapshot.value === 'done';

const postedOf = async (serialize: (event: StatelyInspectionEvent) => StatelyInspectionEvent) => {
  const posted: StatelyInspectionEvent[] = [];
  const inspector = createInspector({ send: (event) => void posted.push(event) }, { serialize });
  const actor = createActor(leakyMachine, { inspect: (event) => inspector.inspect.next?.(event) });
  actor.start();
  actor.send({ type: 'code.submitted', code: '654321', credentials: { password: 'hunter2' } });
  await waitFor(actor, ({ status }) => status === 'done');
  // The inspector posts events asynchronously, in order.
  await vi.waitUntil(() =>
    posted.some((event) => event.type === '@xstate.snapshot' && isOver(event.snapshot)),
  );
  return posted;
};

test('the inspector gets no secrets from events, context, inputs, outputs, errors or definitions', async () => {
  const posted = await postedOf(redactInspected);
  expect(posted.map((event) => 'name' in event && event.name)).toContain('childOfAda');
  const text = JSON.stringify(posted);
  for (const secret of secrets) expect(text).not.toContain(secret);
});
