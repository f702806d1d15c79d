import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import type { Passkey } from '#domain/security.ts';
import { passkeysQuery, removePasskeyMutation } from '#features/security/passkey-queries.ts';
import type { Passkeys } from '#features/shared/security.ts';

const passkey = (id: string): Passkey => ({ id, name: id, isSecurityKey: false, addedAt: 0, here: false });

const open = (remove: Passkeys['remove']) => {
  const kept = { passkeys: [passkey('phone'), passkey('laptop')] };
  const unused = () => Promise.reject(new Error('Unused'));
  const list = async () => ({ outcome: 'done', passkeys: kept.passkeys }) as const;
  const load = async () => ({
    loadPasskeys: async () => ({ list, remove, create: unused, save: unused, replaceCode: unused }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  const shown = new QueryObserver(client, passkeysQuery(load));
  onTestFinished(shown.subscribe(() => undefined));
  onTestFinished(() => client.clear());
  return { kept, shown, removal: new MutationObserver(client, removePasskeyMutation(load)) };
};

const done = (...ids: string[]) => ({ outcome: 'done', passkeys: ids.map(passkey) });

it('a removed passkey disappears from the list of passkeys', async () => {
  const { shown, removal } = open(async () => ({ outcome: 'done' }));
  await shown.refetch();
  expect(await removal.mutate({ id: 'phone', password: null })).toEqual({ outcome: 'done' });
  expect(shown.getCurrentResult().data).toEqual(done('laptop'));
});

it('the passkeys are listed again if a removal unexpectedly needs the password', async () => {
  const refused = { outcome: 'refused', failure: { name: 'field-empty', message: 'Empty.' } } as const;
  const { kept, shown, removal } = open(async () => refused);
  await shown.refetch();
  kept.passkeys = [passkey('laptop')];
  expect(await removal.mutate({ id: 'laptop', password: '' })).toEqual(refused);
  expect(shown.getCurrentResult().data, 'a customer who typed nothing sees the same list').toEqual(
    done('phone', 'laptop'),
  );
  expect(await removal.mutate({ id: 'laptop', password: null })).toEqual(refused);
  expect(shown.getCurrentResult().data).toEqual(done('laptop'));
});
