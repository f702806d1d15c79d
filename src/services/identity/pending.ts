import type { Restoration } from '#machines/account/auth.types.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import type { IdentityEnvironment } from './environment.ts';

/** The emails that await a code, and the email that a verification code was sent to. */
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

/** The data that this tab stores while the visitor is on the hosted sign-in pages (RFC 7636). */
export interface AuthorizationRequest {
  readonly state: string;
  readonly verifier: string;
}

/** The hosted pages' response (RFC 6749, 4.1.2), and this tab's request. */
export interface AuthorizationResponse {
  /** Has a `code`, or an `error` if the sign-in was refused or canceled on the hosted pages. */
  readonly parameters: URLSearchParams;
  readonly request: AuthorizationRequest | null;
}

/** Stores a tab's request. `storage` must be specific to the tab and survive a visit to another site. */
export const createPendingAuthorization = (clientId: string, storage: DeviceStorage) => {
  const keyOf = (name: string) => `coffer.${clientId}.hostedSignIn.${name}`;
  const take = (name: string) => {
    const value = storage.getItem(keyOf(name));
    storage.removeItem(keyOf(name));
    return value;
  };

  return {
    /** Stores a request. `search` is this page's query, which contains the visitor's destination. */
    keep(request: AuthorizationRequest & { readonly search: string }): void {
      for (const [name, value] of Object.entries(request)) storage.setItem(keyOf(name), value);
    },
    /** Removes the response from the address bar, so that it isn't used again. Null if there is none. */
    takeResponse({ location, history }: IdentityEnvironment): AuthorizationResponse | null {
      const address = new URL(location.href);
      const parameters = new URLSearchParams(address.search);
      if (!parameters.has('state') || !(parameters.has('code') || parameters.has('error'))) return null;
      const [keptState, verifier, search] = [take('state'), take('verifier'), take('search')];
      address.search = search ?? '';
      history.replaceState(history.state, '', address);
      const request = keptState === null || verifier === null ? null : { state: keptState, verifier };
      return { parameters, request };
    },
  };
};

export type PendingAuthorization = ReturnType<typeof createPendingAuthorization>;
