import { randomInt } from 'node:crypto';
import { sha256 } from 'local-services/secrets.ts';
import * as v from 'valibot';

/** The parts that are enough to show a card and recognize a test card, but not its number or CVV. */
const cardPartsSchema = v.object({
  /** The card number, as `411111******1111`. */
  masked: v.optional(v.string()),
  /** The expiry, as MMYY. */
  expiry: v.optional(v.string()),
  /** Whether the CVV matched: M or N. */
  cvvResponse: v.optional(v.picklist(['M', 'N'])),
});
export type CardParts = v.InferOutput<typeof cardPartsSchema>;

export interface StoredCard {
  readonly masked: string;
  readonly expiry: string;
  /** Whether the CVV matched (M or N); P if no CVV was given. */
  readonly cvvResponse: 'M' | 'N' | 'P';
}

const tokenSchema = v.object({ card: cardPartsSchema, issuedAt: v.number() });
type Token = v.InferOutput<typeof tokenSchema>;

/** Tokens, by their hashes. */
export const tokensSchema = v.record(v.string(), tokenSchema);

/** The lifetime of a token (VD). */
const tokenLifeMs = 24 * 60 * 60 * 1000;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a token such as `HR67RvdJ-nuYgW8-x2DRDD-…` (EX). The length of the last group is a guess. */
const newToken = (): string =>
  [8, 6, 6, 12]
    .map((length) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''))
    .join('-');

interface VaultParts {
  readonly found: v.InferOutput<typeof tokensSchema> | undefined;
  /** Saves the state. Resolves when all changes so far are on disk. */
  readonly save: () => Promise<void>;
  /** Returns the time in ms since the epoch. */
  readonly clock: () => number;
}

/** Payment tokens. Each is valid for one sale within 24 hours. Only their hashes are saved. */
export type TokenVault = ReturnType<typeof createTokenVault>;

export const createTokenVault = ({ found: foundTokens = {}, save, clock }: VaultParts) => {
  const tokens = new Map(Object.entries(foundTokens));
  const isFresh = ({ issuedAt }: Token) => clock() - issuedAt < tokenLifeMs;

  const find = (token: string) => {
    const found = tokens.get(hashOf(token));
    return found !== undefined && isFresh(found) ? found : undefined;
  };

  return {
    /** Issues a token without a card. */
    open(): string {
      const token = newToken();
      tokens.set(hashOf(token), { card: {}, issuedAt: clock() });
      return token;
    },
    /** Returns what is stored of a token's card; undefined if the token is unknown, used or expired. */
    cardOf: (token: string): CardParts | undefined => find(token)?.card,
    /** Stores parts of a card, and removes undefined parts. Resolves when the change is on disk. */
    async keep(token: string, parts: CardParts): Promise<void> {
      const found = find(token);
      if (found === undefined) return;
      found.card = { ...found.card, ...parts };
      await save();
    },
    /** Returns a token's card; undefined if the card is unknown or incomplete. */
    read(token: string): StoredCard | undefined {
      const { masked, expiry, cvvResponse = 'P' } = find(token)?.card ?? {};
      return masked === undefined || expiry === undefined ? undefined : { masked, expiry, cvvResponse };
    },
    /** Uses up a token. The caller saves the change. */
    redeem(token: string): void {
      tokens.delete(hashOf(token));
    },
    toSave: () => Object.fromEntries([...tokens].filter(([, token]) => isFresh(token))),
  };
};

const hashOf = (token: string) => sha256(token).toString('base64url');
