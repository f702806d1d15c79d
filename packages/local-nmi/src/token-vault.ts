import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openJournal } from 'local-services/durable/journal.ts';
import { sha256 } from 'local-services/secrets.ts';
import * as v from 'valibot';

/** What is kept of a card: enough to show it and to know which test card it was, never its number or CVV. */
const storedCardSchema = v.object({
  /** As `411111******1111`. */
  masked: v.string(),
  /** MMYY. */
  expiry: v.string(),
  /** Whether the CVV matched: M, N, or P where none was given. */
  cvvResponse: v.picklist(['M', 'N', 'P']),
});
export type StoredCard = v.InferOutput<typeof storedCardSchema>;

const entrySchema = v.variant('type', [
  v.object({ type: v.literal('issued'), hash: v.string(), card: storedCardSchema, at: v.number() }),
  v.object({ type: v.literal('used'), hash: v.string() }),
]);

/** VD: one use, gone after 24 hours unused. */
const tokenLifeMs = 24 * 60 * 60 * 1000;

/** Payment tokens: random, good for one sale within 24 hours. Only their hashes are written down. */
export type TokenVault = Awaited<ReturnType<typeof openTokenVault>>;

/** Opens the vault in `dataDir`. `clock` gives milliseconds since the epoch. */
export const openTokenVault = async (dataDir: string, clock: () => number) => {
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
    /** A new token for the card, once it is on the disk. `wanted` is it, unless that stands for a card already. */
    async issue(card: StoredCard, wanted: string = randomUUID()): Promise<string> {
      const token = tokens.has(hashOf(wanted)) ? randomUUID() : wanted;
      const hash = hashOf(token);
      const issuedAt = clock();
      await journal.append({ type: 'issued', hash, card, at: issuedAt });
      tokens.set(hash, { card, issuedAt, used: false });
      return token;
    },
    /**
     * Uses the token up at once; `written` resolves when that is on the disk. Undefined for one that was never issued, was
     * used before or has run out.
     */
    redeem(token: string) {
      const hash = hashOf(token);
      const found = tokens.get(hash);
      if (found === undefined || found.used || clock() - found.issuedAt >= tokenLifeMs) return undefined;
      found.used = true;
      return { card: found.card, written: journal.append({ type: 'used', hash }) };
    },
    close: () => journal.close(),
  };
};

const hashOf = (token: string) => sha256(token).toString('base64url');
