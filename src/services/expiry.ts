/** Like `AbortSignal.timeout`, for browsers without it. */
export const expiryAfter = (limit: number): AbortSignal => {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(limit);
  const expiry = new AbortController();
  setTimeout(() => expiry.abort(new DOMException('The limit is reached', 'TimeoutError')), limit);
  return expiry.signal;
};
