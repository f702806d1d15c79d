/** Put in by the build of the artefact. */
declare const builtVersion: string | undefined;

/** The version of this program, or what it is run from. */
export const version = typeof builtVersion === 'string' ? builtVersion : 'source';
