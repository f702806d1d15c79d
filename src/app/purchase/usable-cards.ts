import type { QueryClient } from '@tanstack/react-query';
import { isUsable } from '#domain/saved-cards.ts';
import { type CardsSource, cardsQuery } from '#features/shared/cards-queries.ts';

/** Returns the ids of the cards that can be charged, the default first. Rejects if the list can't be loaded. */
export const readUsableCards = async (
  client: QueryClient,
  source: CardsSource | null,
): Promise<readonly string[]> => {
  if (source === null) return [];
  const list = await client.fetchQuery(cardsQuery(source));
  return list.filter((card) => isUsable(card, Date.now())).map(({ id }) => id);
};
