/** The most JavaScript that /login may load at first, in bytes of brotli. */
export const firstLoadLimit = 110_000;

/** The most CSS that the first paint of /login may wait for, in bytes of brotli. */
export const firstStylesLimit = 6_000;
