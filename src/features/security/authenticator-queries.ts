import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { AuthenticatorUse } from '#domain/security.ts';
import type { Authenticator, Security } from '#features/shared/security.ts';
import { forOneVisit, unexpected } from './device-queries.ts';
import { passkeysQuery, replaceCode } from './passkey-queries.ts';

type LoadSecurity = () => Promise<Pick<Security, 'authenticator' | 'loadPasskeys'>>;

const operate = <Done>(load: LoadSecurity, operation: (authenticator: Authenticator) => Promise<Done>) =>
  load()
    .then(({ authenticator }) => operation(authenticator))
    .catch(() => unexpected);

export const authenticatorQuery = (load: LoadSecurity) =>
  queryOptions({
    queryKey: ['authenticator'],
    queryFn: () => operate(load, (authenticator) => authenticator.read()),
    ...forOneVisit,
  });

/** Mutation options that drop secrets, codes and passwords once no component uses them. */
const uncached = { gcTime: 0 } as const;

/** Creates a secret. All mutations here return a refusal as data. */
export const createSecretMutation = (load: LoadSecurity) =>
  mutationOptions({
    ...uncached,
    mutationFn: () => operate(load, (authenticator) => authenticator.createSecret()),
  });

export const turnOnMutation = (load: LoadSecurity) =>
  mutationOptions({
    ...uncached,
    mutationFn: (code: string) => operate(load, (authenticator) => authenticator.turnOn({ code })),
    onSuccess: async (answer, _code, _, { client }) => {
      if (answer.outcome !== 'done') return;
      client.setQueryData(authenticatorQuery(load).queryKey, uses('on'));
      const list = client.getQueryData(passkeysQuery(load).queryKey);
      // Otherwise, the customer's passkeys couldn't sign in anymore.
      if (list?.outcome === 'done' && list.passkeys.length > 0) await replaceCode(load);
    },
  });

export const turnOffMutation = (load: LoadSecurity) =>
  mutationOptions({
    ...uncached,
    mutationFn: (password: string) => operate(load, (authenticator) => authenticator.turnOff({ password })),
    onSuccess: (answer, _password, _, { client }) => {
      if (answer.outcome === 'done') client.setQueryData(authenticatorQuery(load).queryKey, uses('off'));
    },
  });

/** Returns an updater for a cached result. It never adds a result, because the session may have ended. */
const uses = (use: AuthenticatorUse) => (read: object | undefined) =>
  read && ({ outcome: 'done', use } as const);
