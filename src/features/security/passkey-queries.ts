import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { type Memory, onDevice } from '#features/shared/memory.ts';
import type { Passkeys, Security } from '#features/shared/security.ts';
import { forOneVisit, unexpected } from './device-queries.ts';

type LoadSecurity = () => Promise<Pick<Security, 'loadPasskeys'>>;

const unavailable = { outcome: 'refused', failure: { name: 'unavailable', message: '' } } as const;

const operate = async <Done>(load: LoadSecurity, operation: (passkeys: Passkeys) => Promise<Done>) => {
  const passkeys = await load()
    .then(({ loadPasskeys }) => loadPasskeys())
    .catch(() => null);
  return passkeys === null ? unavailable : operation(passkeys).catch(() => unexpected);
};

/** Lets passkeys replace the code that sign-in asks for, if the service allows it. */
export const replaceCode = (load: LoadSecurity) => operate(load, (passkeys) => passkeys.replaceCode());

export const passkeysQuery = (load: LoadSecurity) =>
  queryOptions({
    queryKey: ['passkeys'],
    queryFn: () => operate(load, (passkeys) => passkeys.list()),
    ...forOneVisit,
  });

/** Whether the customer declined the passkey offer. */
export const declinedOffer = onDevice<true>('passkeyOffer', (value) => value === true);

/** Queries whether to offer a passkey: only after a password sign-in, and if the customer has none. */
export const passkeyOfferQuery = (load: () => Promise<Security>, memory: Memory) =>
  queryOptions({
    queryKey: ['passkey offer'],
    async queryFn({ signal }) {
      if (memory(declinedOffer).read()) return false;
      const { consumePasskeyOffer, loadPasskeys } = await load();
      const passkeys = await loadPasskeys();
      // After sign-out, the service would reject the request.
      if (signal.aborted || !consumePasskeyOffer()) return false;
      const list = await passkeys.list(signal);
      return list.outcome === 'done' && list.passkeys.length === 0;
    },
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Removes a passkey. Returns a refusal as data. Doesn't keep the password in the cache. */
export const removePasskeyMutation = (load: LoadSecurity) =>
  mutationOptions({
    gcTime: 0,
    mutationFn: (input: Parameters<Passkeys['remove']>[0]) =>
      operate(load, (passkeys) => passkeys.remove(input)),
    onSuccess: async (answer, { id, password }, _, { client }) => {
      const { queryKey } = passkeysQuery(load);
      if (answer.outcome === 'done')
        client.setQueryData(queryKey, (list) =>
          list?.outcome === 'done'
            ? { ...list, passkeys: list.passkeys.filter((passkey) => passkey.id !== id) }
            : list,
        );
      // The other passkeys were removed elsewhere, and removing the last passkey requires the password.
      else if (password === null && answer.failure.name === 'field-empty')
        await client.invalidateQueries({ queryKey });
    },
  });
