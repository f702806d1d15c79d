/** There is no session, or the service ended it. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
}

/** A service can't be reached, doesn't respond in time, or breaks its protocol. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
