import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Authenticator, AuthenticatorUse } from '#machines/auth.types.ts';
import { retried, unexpected } from './device-queries.ts';

/** Resolves with the authenticator app, once its code is there. */
type LoadAuthenticator = () => Promise<Authenticator>;

const operate = <Done>(load: LoadAuthenticator, operation: (authenticator: Authenticator) => Promise<Done>) =>
  load()
    .then(operation)
    .catch(() => unexpected);

/** Whether sign-in asks for a code, read anew each time that it is shown. */
export const authenticatorQuery = (load: LoadAuthenticator) =>
  queryOptions({
    queryKey: ['authenticator'],
    queryFn: () => operate(load, (authenticator) => authenticator.read()),
    gcTime: 0,
    ...retried,
    refetchOnWindowFocus: false,
  });

/** Drops the secret, codes and passwords once no component shows them. */
const forgetful = { gcTime: 0, networkMode: 'always' } as const;

/** Has the service make a secret. A refusal is data here and below as well. */
export const createSecretMutation = (load: LoadAuthenticator) =>
  mutationOptions({
    ...forgetful,
    mutationFn: () => operate(load, (authenticator) => authenticator.createSecret()),
  });

/** Turns the authenticator app on with a code. */
export const turnOnMutation = (load: LoadAuthenticator) =>
  mutationOptions({
    ...forgetful,
    mutationFn: (code: string) => operate(load, (authenticator) => authenticator.turnOn({ code })),
    onSuccess: (answer, _code, _, { client }) => {
      if (answer.outcome === 'done') client.setQueryData(authenticatorQuery(load).queryKey, uses('on'));
    },
  });

/** Turns the authenticator app off, with the password. */
export const turnOffMutation = (load: LoadAuthenticator) =>
  mutationOptions({
    ...forgetful,
    mutationFn: (password: string) => operate(load, (authenticator) => authenticator.turnOff({ password })),
    onSuccess: (answer, _password, _, { client }) => {
      if (answer.outcome === 'done') client.setQueryData(authenticatorQuery(load).queryKey, uses('off'));
    },
  });

/** Takes the place of what was read, and of nothing: the session may have ended meanwhile. */
const uses = (use: AuthenticatorUse) => (read: object | undefined) =>
  read && ({ outcome: 'done', use } as const);
