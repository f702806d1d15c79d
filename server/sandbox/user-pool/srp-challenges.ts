import { randomBytes } from 'node:crypto';
import { invalidParameter, notAuthorized } from './errors.ts';
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
  readonly expiresAt: number;
}

/** What the client gets: salt and B in hex, the block in base64. */
export interface SrpChallenge {
  readonly salt: string;
  readonly serverPublicValue: string;
  readonly secretBlock: string;
}

export type PasswordProof = PasswordClaim & { readonly signature: string };

/** Sign-ins under way at once, so that sign-ins never finished can't fill the memory. */
const capacity = 10_000;

/** The SRP sign-ins between their two requests. Kept in memory only: a restart ends them. */
export class SrpChallenges {
  readonly #pending = new Map<string, PendingChallenge>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Opens a challenge. `clientPublicValue` is A in hex; throws InvalidParameterException when it is no such value. */
  open(credentials: SrpCredentials, clientPublicValue: string, lifeSeconds: number): SrpChallenge {
    const value = parseClientPublicValue(clientPublicValue);
    if (value === undefined) throw invalidParameter('Invalid SRP_A.');
    const secretBlock = randomBytes(96).toString('base64');
    const ephemeral = createServerEphemeral(credentials.verifier);
    this.#dropOldest();
    this.#pending.set(secretBlock, {
      credentials,
      clientPublicValue: value,
      ephemeral,
      expiresAt: this.#now() + lifeSeconds * 1000,
    });
    return { salt: credentials.salt, serverPublicValue: ephemeral.publicValue.toString(16), secretBlock };
  }

  /**
   * Closes the challenge of a secret block and says whether the proof shows the password. Throws
   * NotAuthorizedException for a block that is unknown, was answered before, has expired, or is another user's.
   */
  close({ signature, ...claim }: PasswordProof): boolean {
    const pending = this.#pending.get(claim.secretBlock);
    this.#pending.delete(claim.secretBlock);
    if (
      pending === undefined ||
      this.#now() >= pending.expiresAt ||
      pending.credentials.userId !== claim.userId
    ) {
      throw notAuthorized('Invalid session for the user, session is expired.');
    }
    const key = sessionKey(pending.clientPublicValue, pending.ephemeral, pending.credentials.verifier);
    return isPasswordClaimSigned(key, claim, signature);
  }

  #dropOldest(): void {
    const [oldest] = this.#pending.keys();
    if (oldest !== undefined && this.#pending.size >= capacity) this.#pending.delete(oldest);
  }
}
