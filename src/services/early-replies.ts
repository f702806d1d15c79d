/** A reply of the store, read to its end. */
export interface StoreReply {
  readonly response: Response;
  readonly body: string;
}

/** A request that was sent ahead of the app. */
export interface EarlyReply {
  readonly reply: Promise<StoreReply>;
  readonly abort: () => void;
}

/**
 * What the page's first script has asked for before the app's own code was there. Each answer is given out once: the first
 * script keeps it until it is taken or dropped.
 */
export interface EarlyRequests {
  /** The request for /config.json; null when none was sent, or it was taken. */
  takeConfig(): Promise<Response> | null;
  /** The request for this address with this token; null when none was sent, or its reply is not to be used any more. */
  takeReply(url: string, token: string): EarlyReply | null;
  /** Aborts what was not taken. */
  drop(): void;
}

declare global {
  /** There on a page whose first script sent requests. */
  var earlyRequests: EarlyRequests | undefined;
}

/** Takes the request for /config.json that was sent ahead. Null when there is none. */
export const takeEarlyConfig = (): Promise<Response> | null => globalThis.earlyRequests?.takeConfig() ?? null;

/**
 * Takes the reply to a GET that was sent ahead with this very token. Null when there is none.
 *
 * @param signal aborts the request that was taken
 */
export const takeEarlyReply = (
  url: string,
  token: string,
  signal: AbortSignal,
): Promise<StoreReply> | null => {
  const early = globalThis.earlyRequests?.takeReply(url, token);
  if (!early) return null;
  if (signal.aborted) early.abort();
  else signal.addEventListener('abort', early.abort, { once: true });
  return early.reply;
};

/** Aborts what was sent ahead and nobody has taken. */
export const dropEarlyReplies = (): void => {
  globalThis.earlyRequests?.drop();
};
