/** A signal that is aborted after `limit` ms, also where the browser has no `AbortSignal.timeout`. */
export const expiryAfter = (limit: number): AbortSignal => {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(limit);
  const expiry = new AbortController();
  setTimeout(() => expiry.abort(new DOMException('The limit is reached', 'TimeoutError')), limit);
  return expiry.signal;
};
