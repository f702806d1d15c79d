/** The most JavaScript that /login may load at first, in bytes of brotli. */
export const firstLoadLimit = 110_000;
