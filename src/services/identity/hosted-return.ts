import type { DeviceStorage } from '#services/storage/device-storage.ts';
import type { AddressBar } from './environment.ts';

/** What the hosted sign-in pages sent back with the browser, and what was kept for it at the departure. */
export interface HostedReturn {
  /** Null when the sign-in was refused or given up there. */
  readonly code: string | null;
  readonly state: string;
  readonly departure: Departure | null;
}

/** What this tab keeps while it is away at the hosted sign-in pages. */
export interface Departure {
  readonly state: string;
  readonly verifier: string;
}

export interface DepartureKeeper {
  /** `search` is the query of the page that was left, with where the visitor wanted to go. */
  keep(departure: Departure & { readonly search: string }): void;
  /**
   * Takes the answer of the hosted pages out of the page's address, so that it is neither shown, nor shared, nor sent
   * twice, and puts back the query of the page that was left. Null when there is no answer.
   */
  takeReturn(address: AddressBar): HostedReturn | null;
}

/** Keeps a departure for one tab: `storage` must outlive a visit elsewhere, and belong to this tab alone. */
export const createDepartureKeeper = (clientId: string, storage: DeviceStorage): DepartureKeeper => {
  const keyOf = (name: keyof Departure | 'search') => `coffer.${clientId}.hostedSignIn.${name}`;
  const take = (name: keyof Departure | 'search') => {
    const value = storage.getItem(keyOf(name));
    storage.removeItem(keyOf(name));
    return value;
  };

  return {
    keep({ state, verifier, search }) {
      storage.setItem(keyOf('state'), state);
      storage.setItem(keyOf('verifier'), verifier);
      storage.setItem(keyOf('search'), search);
    },
    takeReturn(bar) {
      const address = bar.read();
      const [code, state] = [address.searchParams.get('code'), address.searchParams.get('state')];
      if (state === null || (code === null && !address.searchParams.has('error'))) return null;
      const [keptState, verifier, search] = [take('state'), take('verifier'), take('search')];
      address.search = search ?? '';
      bar.replace(address);
      return {
        code,
        state,
        departure: keptState === null || verifier === null ? null : { state: keptState, verifier },
      };
    },
  };
};
