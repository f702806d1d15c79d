export { SignedOutError } from './errors.ts';
export { createIdentity, type Identity } from './identity.ts';
