import type { Restoration } from '#machines/auth.types.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import type { IdentityEnvironment } from './environment.ts';

/** The emails that wait for a code, and the one to which a code to verify it was sent. */
export type PendingEmails = Pick<Restoration, 'pendingVerification' | 'pendingReset' | 'codeSentTo'>;

/** The longest address that mail can have. */
const longestEmail = 320;

/** Keeps the emails that wait for a code on this device, so that they survive a reload. */
export const createPendingEmails = (clientId: string, storage: DeviceStorage) => {
  const keyOf = (name: keyof PendingEmails) => `coffer.${clientId}.${name}`;
  const read = (name: keyof PendingEmails) => {
    const email = storage.getItem(keyOf(name));
    return email && email.length <= longestEmail ? email : null;
  };
  const write = (name: keyof PendingEmails, email: string | null) => {
    if (email === null) storage.removeItem(keyOf(name));
    else storage.setItem(keyOf(name), email);
  };
  return {
    read: (): PendingEmails => ({
      pendingVerification: read('pendingVerification'),
      pendingReset: read('pendingReset'),
      codeSentTo: read('codeSentTo'),
    }),
    write({ pendingVerification, pendingReset, codeSentTo }: PendingEmails): void {
      write('pendingVerification', pendingVerification);
      write('pendingReset', pendingReset);
      write('codeSentTo', codeSentTo);
    },
  };
};

/** Where a tab keeps the challenge that its sign-in has met. */
export const challengeKey = (clientId: string): string => `coffer.${clientId}.challenge`;

/** What this tab keeps of its authorization request while it is away at the hosted sign-in pages (RFC 7636). */
export interface AuthorizationRequest {
  readonly state: string;
  readonly verifier: string;
}

/** What the hosted sign-in pages sent back with the browser (RFC 6749, 4.1.2), and the request that it answers. */
export interface AuthorizationResponse {
  /** Null when the sign-in was refused or given up there. */
  readonly code: string | null;
  readonly state: string;
  readonly request: AuthorizationRequest | null;
}

/** Keeps one tab's request: `storage` must outlive a visit to another site, and belong to this tab alone. */
export const createPendingAuthorization = (clientId: string, storage: DeviceStorage) => {
  const keyOf = (name: string) => `coffer.${clientId}.hostedSignIn.${name}`;
  const take = (name: string) => {
    const value = storage.getItem(keyOf(name));
    storage.removeItem(keyOf(name));
    return value;
  };

  return {
    /** `search` is the query of the page that was left, with where the visitor wanted to go. */
    keep(request: AuthorizationRequest & { readonly search: string }): void {
      for (const [name, value] of Object.entries(request)) storage.setItem(keyOf(name), value);
    },
    /**
     * Takes the answer of the hosted pages out of the page's address, so that it is neither shown, nor shared, nor sent
     * twice, and puts back the query of the page that was left. Null when there is no answer.
     */
    takeResponse({ location, history }: IdentityEnvironment): AuthorizationResponse | null {
      const address = new URL(location.href);
      const [code, state] = [address.searchParams.get('code'), address.searchParams.get('state')];
      if (state === null || (code === null && !address.searchParams.has('error'))) return null;
      const [keptState, verifier, search] = [take('state'), take('verifier'), take('search')];
      address.search = search ?? '';
      // Replaced without a visit, the old address is nowhere in the history.
      history.replaceState(history.state, '', address);
      const request = keptState === null || verifier === null ? null : { state: keptState, verifier };
      return { code, state, request };
    },
  };
};

export type PendingAuthorization = ReturnType<typeof createPendingAuthorization>;
