import { ledgerAddressIn } from '#app/ledger/ledger-address.ts';
import { reads } from '#contract/endpoints.ts';
import { firstReads, historyParameters } from '#domain/store.ts';
import { abortAfter } from '#services/abort.ts';
import type { AppConfig } from '#services/config.ts';
import { parseConfig } from '#services/config-checks.ts';
import type { EarlyReply, StoreReply } from '#services/early-replies.ts';
import { isTokenGood, readSession, type Session } from '#services/identity/stored-session.ts';
import { requestConfig, stampedConfig } from '#services/load-config.ts';
import { nativeStorage } from '#services/storage/device-storage.ts';
import { headersFor, requestLimit, type StoreAddress, urlOf } from '#services/store/store-request.ts';

/** Maximum age of an early response, in ms. Long enough to load the app on a slow network. */
const longestWait = 10_000;

interface Sent extends EarlyReply {
  /** When the response arrived, in ms since the epoch; null while the request is in flight. */
  readonly readAt: () => number | null;
}

const send = (url: string, token: string): Sent => {
  const aborting = new AbortController();
  const read = async (): Promise<StoreReply> => {
    const response = await fetch(url, {
      headers: headersFor(token),
      cache: 'no-store',
      signal: abortAfter(requestLimit, aborting.signal),
    });
    return { response, body: await response.text() };
  };
  let readAt: number | null = null;
  const settle = () => {
    readAt = Date.now();
  };
  const reply = read();
  // Prevents an unhandled rejection. The caller that takes the response still gets the error.
  reply.then(settle, settle);
  return { reply, abort: () => aborting.abort(), readAt: () => readAt };
};

const isInTime = ({ readAt }: Sent): boolean => {
  const since = readAt();
  if (since === null) return true;
  const waited = Date.now() - since;
  return waited >= 0 && waited <= longestWait;
};

/** Returns the stored session, or null if its token can't be sent now. */
const usableSession = ({ cognito, storage: kind }: AppConfig): Session | null => {
  const storage = nativeStorage(kind);
  const session = storage === undefined ? null : readSession(cognito.clientId, storage);
  return session !== null && isTokenGood(session) ? session : null;
};

/** Returns the first requests' addresses. The profile is first, because it creates the customer record. */
const firstAddresses = (query: string): readonly StoreAddress[] => [
  ...firstReads.map((name) => reads[name]),
  { ...reads.history, searchParams: historyParameters(ledgerAddressIn(query)) },
];

/** Sends the dashboard's first requests before the app has loaded. The app shows any errors. */
export const startEarlyRequests = (): void => {
  if (!/^\/dashboard\/?$/.test(location.pathname)) return;
  const sent = new Map<string, Sent>();
  let sentWith = '';
  let config: Promise<Response> | null = null;
  /** Whether the app sends its own requests now, or `drop` was called. */
  let isOver = false;

  const sendOne = (url: string) => {
    const one = send(url, sentWith);
    sent.set(url, one);
    return one.reply;
  };

  const sendAll = ({ apiBaseUrl }: AppConfig, { accessToken, registered }: Session) => {
    sentWith = accessToken;
    const [profile = '', ...others] = firstAddresses(location.search).map((address) =>
      urlOf(apiBaseUrl, address),
    );
    const sendOthers = () => {
      if (!isOver) others.forEach(sendOne);
    };
    const record = sendOne(profile);
    if (registered) sendOthers();
    // The profile request creates the customer record. Without it, the store refuses the other requests.
    else record.then(({ response }) => response.ok && sendOthers()).catch(() => undefined);
  };

  const begin = (json: string) => {
    if (isOver) return;
    try {
      const known = parseConfig(json);
      const session = usableSession(known);
      if (session !== null) sendAll(known, session);
    } catch {
      // The app shows this error.
    }
  };

  const drop = () => {
    isOver = true;
    sentWith = '';
    for (const { abort } of sent.values()) abort();
    sent.clear();
  };

  globalThis.earlyRequests = {
    takeConfig() {
      const taken = config;
      config = null;
      return taken;
    },
    takeReply(url, token) {
      isOver = true;
      if (token !== sentWith) drop();
      const one = sent.get(url);
      sent.delete(url);
      if (one === undefined || isInTime(one)) return one ?? null;
      one.abort();
      return null;
    },
    drop,
  };

  const stamped = stampedConfig();
  if (stamped !== null) {
    begin(stamped);
    return;
  }
  config = requestConfig();
  config.then((response) => (response.ok ? response.clone().text() : '')).then(begin, () => undefined);
};
