import { randomUUID } from 'node:crypto';
import type { PurchaseAttempt } from '#machines/checkout.types.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import type { testCards } from '#tests/browser/screens/checkout.ts';
import type { Rehearsal } from '#tests/models/rehearse.ts';
import type { Hands } from './hands.ts';

/** What has to be known of a walk's purchases beside their state. */
export interface Notes {
  customer: Person;
  customerId: string;
  /** The card of each payment to come, by what the path needs of it. */
  cards: (keyof typeof testCards)[];
  /** The card in the form. */
  card: keyof typeof testCards;
  /** Whether the gateway's script is in the page. */
  hasScript: boolean;
  /** What another tab, or an earlier visit, is at work on. */
  attempt: PurchaseAttempt | null;
  /** What the store says of a card that it did not charge. */
  declined: string;
}

const notes = new WeakMap<Hands, Notes>();

/** The notes of this walk. */
export function notesOf(hands: Hands): Notes {
  const known = notes.get(hands) ?? {
    customer: newPerson(),
    customerId: '',
    cards: [],
    card: 'approved',
    hasScript: false,
    attempt: null,
    declined: '',
  };
  notes.set(hands, known);
  return known;
}

/** An attempt of this customer that the store has never heard of. */
export const newAttempt = ({ customerId }: Notes): PurchaseAttempt => ({
  id: randomUUID(),
  customerId,
  productId: 'plus-1200',
  productName: 'Plus',
  amountCents: 1_000,
  startedAt: Date.now(),
});

/** The card of each payment of a path: one that is declined wherever that is what comes of it. */
export function cardsFor({ steps }: Rehearsal): Notes['cards'] {
  const words = steps.map(({ stimulus }) => stimulus.words);
  return words.flatMap((told, index) => {
    if (told !== 'the payment is submitted') return [];
    const later = words.slice(index + 1);
    const next = later.indexOf('the payment is submitted');
    const own = next < 0 ? later : later.slice(0, next);
    return [own.some((outcome) => outcome.endsWith('answers: declined')) ? 'declined' : 'approved'];
  });
}
