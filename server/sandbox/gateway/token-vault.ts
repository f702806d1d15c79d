import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { openJournal } from '../durable/journal.ts';

/** What is kept of a card: enough to show it and to know which test card it was, never its number or CVV. */
const keptCardSchema = v.object({
  /** As `411111******1111`. */
  masked: v.string(),
  /** MMYY. */
  expiry: v.string(),
  /** Whether the CVV matched: M, N, or P where none was given. */
  cvvResponse: v.picklist(['M', 'N', 'P']),
});
export type StoredCard = v.InferOutput<typeof keptCardSchema>;

const entrySchema = v.variant('type', [
  v.object({ type: v.literal('issued'), hash: v.string(), card: keptCardSchema, at: v.number() }),
  v.object({ type: v.literal('used'), hash: v.string() }),
]);

const TOKEN_LIFE_MS = 24 * 60 * 60 * 1000;

/** Why a token buys nothing. */
export type TokenRefusal = 'unknown' | 'used' | 'expired';

/** Payment tokens: random, good for one sale within 24 hours. Only their hashes are written down. */
export interface TokenVault {
  /** A new token for the card, once it is on the disk. */
  issue(card: StoredCard): Promise<string>;
  /** Spends the token at once; `kept` resolves when the disk knows. A second call with the same token answers `used`. */
  redeem(token: string): { readonly card: StoredCard; readonly kept: Promise<void> } | TokenRefusal;
  close(): Promise<void>;
}

/** Opens the vault in `dataDir`. `clock` gives milliseconds since the epoch. */
export async function openTokenVault(dataDir: string, clock: () => number): Promise<TokenVault> {
  const journal = await openJournal(join(dataDir, 'tokens.jsonl'), entrySchema, { owner: 'gateway' });
  const tokens = new Map<string, { card: StoredCard; issuedAt: number; used: boolean }>();
  for (const entry of journal.entries) {
    if (entry.type === 'issued')
      tokens.set(entry.hash, { card: entry.card, issuedAt: entry.at, used: false });
    else {
      const token = tokens.get(entry.hash);
      if (token !== undefined) token.used = true;
    }
  }

  return {
    async issue(card) {
      const token = randomUUID();
      const hash = hashOf(token);
      const issuedAt = clock();
      await journal.append({ type: 'issued', hash, card, at: issuedAt });
      tokens.set(hash, { card, issuedAt, used: false });
      return token;
    },
    redeem(token) {
      const hash = hashOf(token);
      const found = tokens.get(hash);
      if (found === undefined) return 'unknown';
      if (found.used) return 'used';
      if (clock() - found.issuedAt >= TOKEN_LIFE_MS) return 'expired';
      found.used = true;
      return { card: found.card, kept: journal.append({ type: 'used', hash }) };
    },
    close: () => journal.close(),
  };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
