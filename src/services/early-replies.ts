export interface StoreReply {
  readonly response: Response;
  readonly body: string;
}

export interface EarlyReply {
  readonly reply: Promise<StoreReply>;
  readonly abort: () => void;
}

/** Requests that the page's first script sent before the app loaded. Each response can be taken once. */
export interface EarlyRequests {
  /** Returns null if the request wasn't sent, or its response was already taken. */
  takeConfig(): Promise<Response> | null;
  /** Returns null if the request wasn't sent with this token, or its response is too old. */
  takeReply(url: string, token: string): EarlyReply | null;
  drop(): void;
}

declare global {
  var earlyRequests: EarlyRequests | undefined;
}

/** Takes the response to an early GET with this token, or returns null. `signal` aborts the request. */
export const takeEarlyReply = (url: string, token: string, signal: AbortSignal) => {
  const early = globalThis.earlyRequests?.takeReply(url, token);
  if (!early) return null;
  if (signal.aborted) early.abort();
  else signal.addEventListener('abort', early.abort, { once: true });
  return early.reply;
};

export const dropEarlyReplies = (): void => globalThis.earlyRequests?.drop();
