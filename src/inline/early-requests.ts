import { ledgerAddressIn } from '#app/ledger-address.ts';
import { reads } from '#contract/endpoints.ts';
import { firstReads, historyParameters } from '#domain/store.ts';
import { abortAfter } from '#services/abort.ts';
import { type AppConfig, parseConfig } from '#services/config.ts';
import type { EarlyReply, StoreReply } from '#services/early-replies.ts';
import { isTokenGood, readSession, type Session } from '#services/identity/kept-session.ts';
import { requestConfig, stampedConfig } from '#services/load-config.ts';
import { nativeStorage } from '#services/storage/device-storage.ts';
import { headersFor, requestLimit, type StoreAddress, urlOf } from '#services/store/store-request.ts';

/**
 * Milliseconds that a reply may wait to be taken. It is time enough for the app's code to arrive over a slow network; a
 * reply that waited longer may be the news of yesterday, as on a page that slept on its way, and is asked for anew.
 */
const longestWait = 10_000;

interface Sent extends EarlyReply {
  /** When the reply was there, in milliseconds; null while it is awaited. */
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
  // Whoever takes it hears of a failure; one that nobody takes is nobody's.
  reply.then(settle, settle);
  return { reply, abort: () => aborting.abort(), readAt: () => readAt };
};

const isInTime = ({ readAt }: Sent): boolean => {
  const since = readAt();
  if (since === null) return true;
  const waited = Date.now() - since;
  return waited >= 0 && waited <= longestWait;
};

/** The session that the app will find, if its token can be sent now. */
const usableSession = ({ cognito, storage: kind }: AppConfig): Session | null => {
  const storage = nativeStorage(kind);
  const session = storage === undefined ? null : readSession(cognito.clientId, storage);
  return session !== null && isTokenGood(session) ? session : null;
};

/** What the dashboard reads first, the profile first of all. */
const firstAddresses = (query: string): readonly StoreAddress[] => [
  ...firstReads.map((name) => reads[name]),
  { ...reads.history, searchParams: historyParameters(ledgerAddressIn(query)) },
];

const isDashboard = ({ pathname }: Location): boolean => /^\/dashboard\/?$/.test(pathname);

/**
 * Sends what the dashboard's first visit asks for, before the app's own code is there: the configuration, unless the
 * page was stamped with it, and with the valid token of a kept session the calls of the store. The app takes the answers
 * (services/early-replies.ts) or asks for itself. It says nothing of what goes wrong: the app meets that, too.
 */
export const startEarlyRequests = (): void => {
  if (!isDashboard(location)) return;
  const sent = new Map<string, Sent>();
  let sentWith = '';
  let config: Promise<Response> | null = null;
  /** The app is there and asks for itself from now on, or everything was dropped. */
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
    // Without the record that the profile's call makes, the others would be refused.
    else record.then(({ response }) => response.ok && sendOthers()).catch(() => undefined);
  };

  const begin = (json: string) => {
    if (isOver) return;
    try {
      const known = parseConfig(json);
      const session = usableSession(known);
      if (session !== null) sendAll(known, session);
    } catch {
      // The app shows what is wrong.
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
