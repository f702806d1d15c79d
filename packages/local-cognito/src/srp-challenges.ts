import { randomBytes } from 'node:crypto';
import { invalidParameter, sessionExpired } from './errors.ts';
import { ExpiringMap } from './opaque-tokens.ts';
import {
  createServerEphemeral,
  isPasswordClaimSigned,
  type PasswordClaim,
  parseClientPublicValue,
  type ServerEphemeral,
  type SrpCredentials,
  sessionKey,
} from './srp.ts';

interface PendingChallenge {
  readonly credentials: SrpCredentials;
  readonly clientPublicValue: bigint;
  readonly ephemeral: ServerEphemeral;
}

export type PasswordProof = PasswordClaim & { readonly signature: string };

/** The SRP sign-ins between their two requests. */
export const createSrpChallenges = (now: () => number) => {
  const pending = new ExpiringMap<PendingChallenge>(now);
  return {
    /**
     * Opens a challenge. `clientPublicValue` is A in hex; throws InvalidParameterException when it is no such value.
     * Returns what the client gets, in Cognito's names: salt and B in hex, the block in base64.
     */
    open(credentials: SrpCredentials, clientPublicValue: string, lifeSeconds: number) {
      const value = parseClientPublicValue(clientPublicValue);
      if (value === undefined) throw invalidParameter('Invalid SRP_A.');
      const secretBlock = randomBytes(96).toString('base64');
      const ephemeral = createServerEphemeral(credentials.verifier);
      pending.set(secretBlock, { credentials, clientPublicValue: value, ephemeral }, lifeSeconds);
      const SRP_B = ephemeral.publicValue.toString(16);
      return { SALT: credentials.salt, SRP_B, SECRET_BLOCK: secretBlock };
    },
    /**
     * Closes the challenge of a secret block and says whether the proof shows the password. Throws
     * NotAuthorizedException for a block that is unknown, was closed before, has expired, or is another user's.
     */
    close({ signature, ...claim }: PasswordProof): boolean {
      const challenge = pending.take(claim.secretBlock);
      if (challenge?.credentials.userId !== claim.userId) {
        throw sessionExpired();
      }
      const { clientPublicValue, ephemeral, credentials } = challenge;
      const key = sessionKey(clientPublicValue, ephemeral, credentials.verifier);
      return isPasswordClaimSigned(key, claim, signature);
    },
  };
};
