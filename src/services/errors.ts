/** There is no session: nobody is signed in on this device, or the service ended it. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
}

/** A service can't be reached, does not answer in time, or answers something else than its protocol. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
