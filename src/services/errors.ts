/** Thrown if there is no session, or the service ended it. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
}

/** Thrown if a service can't be reached, doesn't respond in time, or sends an unreadable response. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
