export interface StoreReply {
  readonly response: Response;
  readonly body: string;
}

export interface EarlyReply {
  readonly reply: Promise<StoreReply>;
  readonly abort: () => void;
}

/** Requests that the page's first script sent before the app loaded. Each reply can be taken once. */
export interface EarlyRequests {
  /** Null if it was not sent, or already taken. */
  takeConfig(): Promise<Response> | null;
  /** Null if it was not sent with this token, or is too old. */
  takeReply(url: string, token: string): EarlyReply | null;
  drop(): void;
}

declare global {
  var earlyRequests: EarlyRequests | undefined;
}

/** Null if no GET was sent early with this token. `signal` aborts the request. */
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

export const dropEarlyReplies = (): void => globalThis.earlyRequests?.drop();
