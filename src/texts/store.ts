/** Texts for store requests that receive no usable response. */
export const storeTexts = {
  signedOut: 'Please sign in to continue',
  unreachable: "We can't reach the store. Please check your connection and try again.",
  timedOut: 'The store took too long to respond. Please try again.',
  malformed: "The store sent a response that we can't read. Please try again.",
  tooManyAttempts: 'Too many attempts.',
} as const;
