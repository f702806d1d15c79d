import type { Answer, Device, SessionEnd, User } from '#machines/auth.types.ts';
import { withTimeout } from '#services/abort.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import { type AccessToken, createAccessToken } from './access-token.ts';
import { type Account, createAccount } from './account.ts';
import { createAsking } from './asking.ts';
import { type AuthorizedCall, forgetDevice, listDevices } from './devices.ts';
import type { IdentityEnvironment } from './environment.ts';
import { failureOf, isNotAuthorized } from './failures.ts';
import type { DepartureKeeper, HostedReturn } from './hosted-return.ts';
import { dropDeviceEntries } from './hosted-session.ts';
import { createHostedSignIn } from './hosted-sign-in.ts';
import type { SessionKeeper } from './session.ts';
import type { SessionHolder } from './session-holder.ts';
import type { IdentitySettings } from './settings.ts';
import { callCognito, endpointOf } from './wire.ts';

/** All that is asked of the user pool. */
export interface Operations extends Account {
  readonly accessToken: AccessToken;
  /** Asks whether the session still stands, and ends it here when it does not. What can't be asked changes nothing. */
  proveSession(): Promise<void>;
  /** Revokes the session at the service, then forgets it here; refused, it is kept. */
  signOut(): Promise<Answer<SessionEnd>>;
  /** Leaves for the hosted sign-in pages. Resolves when the visitor came back with Back. */
  openHostedSignIn(signal: AbortSignal): Promise<void>;
  /** Starts the session that the hosted sign-in pages sent back. Once its signal is aborted it starts none. */
  completeHostedSignIn(signal: AbortSignal): Promise<Answer<{ readonly user: User }>>;
  /** Leaves for the hosted pages that end their session. Resolves as openHostedSignIn. */
  openHostedSignOut(signal: AbortSignal): Promise<void>;
  listDevices(): Promise<Answer<{ readonly devices: readonly Device[] }>>;
  /** Forgetting this very device ends the session here. */
  forgetDevice(input: { readonly id: string }): Promise<Answer<{ readonly id: string }>>;
}

export interface OperationsParts {
  readonly settings: IdentitySettings;
  readonly environment: IdentityEnvironment;
  readonly storage: DeviceStorage;
  readonly sessions: SessionKeeper;
  readonly holder: SessionHolder;
  readonly departures: DepartureKeeper;
  readonly returned: HostedReturn | null;
}

/** This module carries all but the identity library, and is itself loaded with the first need of it. */
export const createOperations = (parts: OperationsParts): Operations => {
  const { settings, environment, storage, sessions, holder, departures, returned } = parts;
  const { clientId, verification = 'code' } = settings;
  const { page, address, limit, locks } = environment;
  const asking = createAsking(settings, storage, limit);
  const accessToken = createAccessToken({
    clientId,
    sessions,
    holder,
    loadCognito: asking.loadCognito,
    limit,
    locks,
  });
  const hosted = createHostedSignIn({
    settings,
    returned,
    departures,
    sessions,
    storage,
    page,
    address,
  });

  /** A token that the service takes no more is refreshed once; only the refresh decides over the session. */
  const callAuthorized: AuthorizedCall = async (operation, parameters) => {
    const callWith = (AccessToken: string) =>
      withTimeout(limit, (signal) =>
        callCognito(endpointOf(settings), operation, { ...parameters, AccessToken }, signal),
      );
    const token = await accessToken();
    try {
      return await callWith(token);
    } catch (error) {
      if (!isNotAuthorized(error)) throw error;
      return callWith(await accessToken({ refused: token }));
    }
  };

  return {
    ...createAccount(asking, verification, sessions, holder),
    accessToken,

    async proveSession() {
      await callAuthorized('GetUser', {}).catch(() => undefined);
    },

    async signOut() {
      const session = holder.own();
      if (session !== null) {
        try {
          await asking.ask((cognito, signal) => cognito.revoke(session, signal));
        } catch (error) {
          // What is revoked already is signed out.
          if (!isNotAuthorized(error)) return { outcome: 'refused', failure: failureOf(error) };
        }
      }
      holder.release();
      return { outcome: 'done', hosted: session?.hosted ?? false };
    },

    openHostedSignIn: hosted.open,

    async completeHostedSignIn(signal) {
      try {
        await hosted.complete(signal);
      } catch (error) {
        return { outcome: 'refused', failure: failureOf(error) };
      }
      const session = holder.admit();
      return session === null
        ? { outcome: 'refused', failure: { name: 'unavailable', message: '' } }
        : { outcome: 'done', user: session.user };
    },

    openHostedSignOut: hosted.openSignOut,

    async listDevices() {
      try {
        return {
          outcome: 'done',
          devices: await listDevices(callAuthorized, holder.own()?.deviceKey ?? null),
        };
      } catch (error) {
        return { outcome: 'refused', failure: failureOf(error) };
      }
    },

    async forgetDevice({ id }) {
      const session = holder.own();
      try {
        await forgetDevice(callAuthorized, id);
      } catch (error) {
        return { outcome: 'refused', failure: failureOf(error) };
      }
      if (session?.deviceKey === id) {
        dropDeviceEntries(clientId, storage, session.username);
        holder.lose();
      }
      return { outcome: 'done', id };
    },
  };
};
