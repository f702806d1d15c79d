import type { TopUpForm } from '#domain/top-up.ts';
import { hours, isTexts, type MemoryEntry } from '#features/shared/memory.ts';

export type TopUpEdits = Partial<TopUpForm>;

/** What the customer typed and chose, while they sign in again, also on the pool's own pages. */
export const keptTopUp: MemoryEntry<TopUpEdits> = {
  name: 'keptTopUp',
  place: 'tab',
  lifetime: hours,
  is: isTexts,
};
