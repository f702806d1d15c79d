import fc from 'fast-check';
import { type Generated, stepKind } from '../step-kind.ts';

/** Index of one of the customer's earlier calls, counted back from the last one. */
const place = fc.nat(1);
const few = fc.integer({ min: 1, max: 25 });
const reference = fc.constantFrom(null, 'chat', 'images');

const step = fc.oneof(
  stepKind(3, 'buy', { product: fc.nat(1) }),
  stepKind(2, 'reverse', {
    place,
    part: fc.constantFrom(25, 50, 100),
    kind: fc.constantFrom('refund' as const, 'return' as const),
  }),
  // The customer requests a refund, perhaps twice at once. Lost and crashed ones are made, unless they are `unmade`. If a
  // refund lags, the records show it after a look.
  stepKind(4, 'refund', {
    place: fc.nat(3).map((n) => (n === 0 ? 1 : 0)),
    reply: fc.constantFrom(
      ...(['approved', 'refused', 'unread', 'unsent'] as const),
      ...(['lost', 'lost-unmade', 'crashed', 'crashed-unmade'] as const),
    ),
    times: fc.nat(3).map((n) => (n === 0 ? 2 : 1)),
    lags: fc.boolean(),
  }),
  // The store looks up the outcomes of refunds, and an operator closes the cases of those that were not made.
  stepKind(2, 'look'),
  stepKind(1, 'adjust', { credits: fc.integer({ min: -40, max: 40 }) }),
  stepKind(5, 'spend', { credits: few, reference }),
  // Spends in one batch. If isTwice, the batch repeats its first spend.
  stepKind(3, 'batch', { spends: fc.array(few, { minLength: 1, maxLength: 4 }), isTwice: fc.boolean() }),
  stepKind(3, 'return', { place, credits: fc.integer({ min: 1, max: 10 }) }),
  stepKind(4, 'hold', { credits: few, reference, seconds: fc.constantFrom(60, 3_600, 200_000) }),
  stepKind(3, 'capture', { place, credits: fc.option(few) }),
  stepKind(2, 'extend', { place, seconds: fc.constantFrom(60, 200_000) }),
  stepKind(2, 'release', { place }),
  stepKind(2, 'grant', {
    credits: few,
    hours: fc.option(fc.constantFrom(1, 30)),
    priority: fc.constantFrom(0, 100),
  }),
  stepKind(1, 'void', { place }),
  // Repeats a call, as after a lost response, or sends different content with the same id.
  stepKind(4, 'repeat', { place: fc.nat(9), isChanged: fc.nat(4).map((n) => n === 0) }),
  stepKind(1, 'read'),
  // Sets or removes the spending limit.
  stepKind(1, 'limit', { credits: fc.option(fc.integer({ min: 1, max: 60 })) }),
  // Adds some movements to the sums that reads of usage start with.
  stepKind(2, 'sum', { movements: fc.integer({ min: 1, max: 6 }) }),
);

export type Step = Generated<typeof step>;

/** A customer's rounds. The calls of a round run concurrently; then time passes. */
export type Sequence = readonly (readonly Step[])[];

/** With priority 0, the first spends use no purchase, so that customers can still refund it. */
const start = fc.constantFrom(0, 100).map((priority): readonly Step[] => [
  { does: 'buy', product: 1 },
  { does: 'grant', credits: 20, hours: 30, priority },
]);

/** Half of the customers have a spending limit from the start. */
const limit = fc.constantFrom<readonly Step[]>([], [{ does: 'limit', credits: 30 }]);

const rounds = (minLength: number, maxLength: number) =>
  fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength, maxLength });

/** Most sequences are short, so that there can be many. */
export const sequences: fc.Arbitrary<Sequence> = fc
  .tuple(
    start,
    limit,
    fc.oneof({ weight: 3, arbitrary: rounds(1, 2) }, { weight: 1, arbitrary: rounds(3, 5) }),
  )
  .map(([first, limited, more]) => [[...first, ...limited], ...more]);

/** Pauses after each round, in seconds. */
export const pauses = fc.array(fc.constantFrom(0, 0, 90, 4_000, 90_000), { minLength: 7, maxLength: 9 });
