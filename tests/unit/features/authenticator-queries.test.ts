import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  authenticatorQuery,
  createSecretMutation,
  turnOffMutation,
  turnOnMutation,
} from '#features/security/authenticator-queries.ts';
import { passkeysQuery } from '#features/security/passkey-queries.ts';
import type { Authenticator, Passkeys } from '#features/shared/security.ts';

const secret = 'JBSWY3DPEHPK3PXP';
const refused = { outcome: 'refused', failure: { name: 'code-mismatch', message: 'No.' } } as const;
const unknown = { outcome: 'refused', failure: { name: 'unknown', message: '' } } as const;
const broken = () => Promise.reject(new Error('out of order'));

const open = async (answers: Partial<Authenticator> = {}) => {
  const authenticator = {
    read: vi.fn<Authenticator['read']>(async () => ({ outcome: 'done', use: 'off' })),
    createSecret: async () => ({ outcome: 'done', secret }) as const,
    turnOn: vi.fn<Authenticator['turnOn']>(async () => ({ outcome: 'done' })),
    turnOff: async () => ({ outcome: 'done' }) as const,
    ...answers,
  };
  const unused = () => Promise.reject(new Error('Unused'));
  const replaceCode = vi.fn<Passkeys['replaceCode']>(async () => ({ outcome: 'done', needsCode: false }));
  const passkeys = { list: unused, create: unused, save: unused, remove: unused, replaceCode };
  const load = async () => ({ authenticator, loadPasskeys: async () => passkeys });
  const client = new QueryClient();
  const query = new QueryObserver(client, authenticatorQuery(load));
  const leave = query.subscribe(() => undefined);
  onTestFinished(() => {
    leave();
    client.clear();
  });
  await query.refetch({ cancelRefetch: false });
  return {
    authenticator,
    client,
    query,
    leave,
    create: new MutationObserver(client, createSecretMutation(load)),
    turnOn: new MutationObserver(client, turnOnMutation(load)),
    turnOff: new MutationObserver(client, turnOffMutation(load)),
    replaceCode,
    list: (...ids: readonly string[]) => {
      const list: Awaited<ReturnType<Passkeys['list']>> = {
        outcome: 'done',
        passkeys: ids.map((id) => ({ id, name: id, isSecurityKey: false, addedAt: 0, here: false })),
      };
      client.setQueryData(passkeysQuery(load).queryKey, list);
    },
    shown: () => client.getQueryData(authenticatorQuery(load).queryKey),
  };
};

it('turning on an authenticator app lets the customer’s passkeys replace the sign-in code', async () => {
  const { turnOn, replaceCode, list } = await open();
  list();
  await turnOn.mutate('123456');
  expect(replaceCode).not.toHaveBeenCalled();
  list('phone');
  await turnOn.mutate('123456');
  expect(replaceCode).toHaveBeenCalledOnce();
});

it.each([
  ['refused', async () => refused, refused],
  ['failing', broken, unknown],
])('a %s operation changes no settings, and returns the reason', async (_, operation, answer) => {
  const { create, turnOn, turnOff, shown } = await open({
    read: async () => ({ outcome: 'done', use: 'secondary' }),
    createSecret: operation,
    turnOn: operation,
    turnOff: operation,
  });
  expect(await create.mutate()).toEqual(answer);
  expect(await turnOn.mutate('123456')).toEqual(answer);
  expect(await turnOff.mutate('Correct-horse1!')).toEqual(answer);
  expect(shown()).toEqual({ outcome: 'done', use: 'secondary' });
});

it('authenticator requests report a failure if the authenticator’s code can’t load', async () => {
  const client = new QueryClient();
  const load = () => Promise.reject(new Error('gone'));
  expect(await client.fetchQuery(authenticatorQuery(load))).toEqual(unknown);
  expect(await new MutationObserver(client, createSecretMutation(load)).mutate()).toEqual(unknown);
  client.clear();
});

it('a session that ends during a request leaves no authenticator data behind', async () => {
  const { turnOn, shown, leave, client } = await open();
  const turning = turnOn.mutate('123456');
  leave();
  client.clear();
  await turning;
  expect(shown()).toBeUndefined();
});

it('no authenticator secret or code is kept after the dialog closes', async () => {
  const { create, turnOn, client } = await open();
  const stops = [create.subscribe(() => undefined), turnOn.subscribe(() => undefined)];
  await create.mutate();
  await turnOn.mutate('123456');
  const kept = () =>
    JSON.stringify(
      client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    );
  expect(kept()).toContain(secret);
  expect(kept()).toContain('123456');
  for (const stop of stops) stop();
  await expect.poll(kept).toBe('[]');
});
