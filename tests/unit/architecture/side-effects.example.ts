/** A module that does all that a machine's file must not do when it is imported. */
export const exported = true;

Object.assign(globalThis, { leftBehind: true });
process.once('beforeExit', () => undefined);
setTimeout(() => undefined, 1);
