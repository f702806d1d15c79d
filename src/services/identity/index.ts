export { SignedOutError } from './failures.ts';
export { createIdentity, type Identity } from './identity.ts';
