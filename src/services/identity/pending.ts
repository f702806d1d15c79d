import type { Restoration } from '#machines/account/auth.types.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import type { IdentityEnvironment } from './environment.ts';

/** The emails that wait for a code, and the one that was sent a verification code. */
export type PendingEmails = Pick<Restoration, 'pendingVerification' | 'pendingReset' | 'codeSentTo'>;

const names = ['pendingVerification', 'pendingReset', 'codeSentTo'] as const;

const maxEmailLength = 320;

export const createPendingEmails = (clientId: string, storage: DeviceStorage) => {
  const keyOf = (name: keyof PendingEmails) => `coffer.${clientId}.${name}`;
  const read = (name: keyof PendingEmails) => {
    const email = storage.getItem(keyOf(name));
    return email && email.length <= maxEmailLength ? email : null;
  };
  return {
    read: (): PendingEmails => ({
      pendingVerification: read('pendingVerification'),
      pendingReset: read('pendingReset'),
      codeSentTo: read('codeSentTo'),
    }),
    write(emails: PendingEmails): void {
      for (const name of names) {
        const email = emails[name];
        if (email === null) storage.removeItem(keyOf(name));
        else storage.setItem(keyOf(name), email);
      }
    },
  };
};

export const challengeKey = (clientId: string): string => `coffer.${clientId}.challenge`;

/** What this tab stores during a visit to the hosted sign-in pages (RFC 7636). */
export interface AuthorizationRequest {
  readonly state: string;
  readonly verifier: string;
}

/** The hosted pages' response (RFC 6749, 4.1.2), and the request it belongs to. */
export interface AuthorizationResponse {
  /** Null if the sign-in was refused or canceled there. */
  readonly code: string | null;
  readonly state: string;
  readonly request: AuthorizationRequest | null;
}

/** Stores one tab's request. `storage` must belong to this tab only and survive a visit to another site. */
export const createPendingAuthorization = (clientId: string, storage: DeviceStorage) => {
  const keyOf = (name: string) => `coffer.${clientId}.hostedSignIn.${name}`;
  const take = (name: string) => {
    const value = storage.getItem(keyOf(name));
    storage.removeItem(keyOf(name));
    return value;
  };

  return {
    /** `search` is this page's query, which says where the visitor wanted to go. */
    keep(request: AuthorizationRequest & { readonly search: string }): void {
      for (const [name, value] of Object.entries(request)) storage.setItem(keyOf(name), value);
    },
    /** Takes the response out of the address, so that it isn't shown or sent twice. Null without one. */
    takeResponse({ location, history }: IdentityEnvironment): AuthorizationResponse | null {
      const address = new URL(location.href);
      const [code, state] = [address.searchParams.get('code'), address.searchParams.get('state')];
      if (state === null || (code === null && !address.searchParams.has('error'))) return null;
      const [keptState, verifier, search] = [take('state'), take('verifier'), take('search')];
      address.search = search ?? '';
      history.replaceState(history.state, '', address);
      const request = keptState === null || verifier === null ? null : { state: keptState, verifier };
      return { code, state, request };
    },
  };
};

export type PendingAuthorization = ReturnType<typeof createPendingAuthorization>;
