import type { Exchange } from './caller.ts';
import type { Coffer } from './coffer.types.ts';
import type { SpendBatch, SpendResult } from './types.gen.ts';
import { requireWholeNumbers } from './whole-numbers.ts';
import { withLimit } from './with-limit.ts';

/** The maximum number of spends in one request. */
const maxSpends = 500;

/** Creates `spends.batch`. */
export const createBatch =
  (exchange: Exchange): Coffer['spends']['batch'] =>
  async (spends, options = {}) => {
    for (const [index, spend] of spends.entries()) requireWholeNumbers(spend, undefined, `spends[${index}].`);
    // Create all ids before the first attempt, so that each retry sends the same ids.
    const identified = spends.map(({ id = crypto.randomUUID(), ...fields }) => ({ id, ...fields }));
    return withLimit(options, undefined, async (signal) => {
      const results: SpendResult[] = [];
      for (let start = 0; start < identified.length; start += maxSpends) {
        const fields = { spends: identified.slice(start, start + maxSpends) };
        const { answer } = await exchange<SpendBatch>({ to: 'spendBatch', fields }, signal);
        results.push(...answer.results);
      }
      return results;
    });
  };
