/** Defined by the build. */
declare const builtVersion: string | undefined;

/** The release's version, or 'source' without a build. */
export const version = typeof builtVersion === 'string' ? builtVersion : 'source';
