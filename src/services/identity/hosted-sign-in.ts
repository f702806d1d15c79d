import type { DeviceStorage } from '#services/storage/device-storage.ts';
import type { AddressBar, PageEvents } from './environment.ts';
import { ProviderError } from './failures.ts';
import type { DepartureKeeper, HostedReturn } from './hosted-return.ts';
import { keepHostedSession } from './hosted-session.ts';
import { createHostedUi, type HostedUi } from './hosted-ui.ts';
import { challengeOf, randomText } from './pkce.ts';
import type { SessionKeeper } from './session.ts';
import type { IdentitySettings } from './settings.ts';

/** The ways through the hosted sign-in pages: there, back, and out. */
export interface HostedSignIn {
  /** Leaves for the sign-in. Resolves when the visitor came back with Back; the page is gone otherwise. */
  open(signal: AbortSignal): Promise<void>;
  /**
   * Starts the session that the answer of the pages stands for. An answer counts once, and only for the departure of
   * this very tab.
   *
   * @throws {ProviderError} when it is not good, UnavailableError when the service does not say.
   */
  complete(signal: AbortSignal): Promise<void>;
  /** Leaves for the sign-out. Resolves as open. */
  openSignOut(signal: AbortSignal): Promise<void>;
}

export interface HostedSignInParts {
  readonly settings: IdentitySettings;
  readonly returned: HostedReturn | null;
  readonly departures: DepartureKeeper;
  readonly sessions: SessionKeeper;
  readonly storage: DeviceStorage;
  readonly page: PageEvents;
  readonly address: AddressBar;
}

/** The page that the hosted ones send the browser back to, from sign-in and from sign-out. */
const returnPath = '/login';

export const createHostedSignIn = (parts: HostedSignInParts): HostedSignIn => {
  const { settings, departures, sessions, storage, page, address } = parts;
  const { clientId } = settings;
  let { returned } = parts;

  const hostedUi = (): HostedUi => {
    const { hostedUiDomain: domain } = settings;
    if (domain === undefined) throw new Error('No hosted sign-in is configured');
    return createHostedUi({ domain, clientId, returnAddress: new URL(returnPath, address.read()) });
  };

  /** A page that was left lives on in the browser's cache, and is shown again by Back. */
  const leaveFor = (place: URL, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      signal.throwIfAborted();
      const onPageShow = (event: Event) => {
        if ('persisted' in event && event.persisted) resolve();
      };
      page.addEventListener('pageshow', onPageShow, { signal });
      address.visit(place);
    });

  return {
    async open(signal) {
      const [state, verifier] = [randomText(), randomText()];
      const challenge = await challengeOf(verifier);
      departures.keep({ state, verifier, search: address.read().search });
      await leaveFor(hostedUi().signInAddress({ state, challenge }), signal);
    },

    async complete(signal) {
      const answer = returned;
      returned = null;
      if (answer?.code == null || answer.state !== answer.departure?.state)
        throw new ProviderError('NotAuthorizedException', '');
      const grant = { code: answer.code, verifier: answer.departure.verifier };
      const tokens = await hostedUi().redeem(grant, signal);
      signal.throwIfAborted();
      sessions.forget();
      keepHostedSession(clientId, storage, tokens);
    },

    openSignOut: async (signal) => leaveFor(hostedUi().signOutAddress(), signal),
  };
};
