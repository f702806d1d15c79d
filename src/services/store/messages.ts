/** What the store adapter says by itself, where the store gave no words. */
export const storeMessages = {
  signedOut: 'Please sign in to continue',
  unreachable: 'The store can’t be reached. Please check your connection and try again.',
  timedOut: 'The store took too long to answer. Please try again.',
  malformed: 'The store sent an answer that can’t be read. Please try again.',
  failed: (statusText: string) => `Request failed: ${statusText}`,
  rateLimited: (seconds: number) =>
    `Too many attempts. You have not been charged. Try again in ${seconds} s.`,
} as const;
