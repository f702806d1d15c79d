/** The build replaces this. */
declare const builtVersion: string | undefined;

/** 'source' if the program runs without a build. */
export const version = typeof builtVersion === 'string' ? builtVersion : 'source';
