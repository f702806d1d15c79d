import fc from 'fast-check';
import { type Generated, stepKind } from '../step-kind.ts';

/** What can happen to a sale between store and gateway. `late` sales arrive after the store has stopped waiting. */
export const saleDeliveries = [
  'unreachable',
  'request lost',
  'reply lost',
  'late',
  'declined',
  'declined forever',
  'taken for a duplicate',
] as const;
export type SaleDelivery = 'arrives' | (typeof saleDeliveries)[number];

const product = fc.nat(1);
const card: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constant(1) },
);

const save = stepKind(4, 'save', {
  product,
  card,
  // The thresholds are below the credits of both packages.
  threshold: fc.constantFrom(40, 59),
  // The monthly limit is a multiple of the package's price.
  limit: fc.constantFrom(1, 2, 3, 10),
});

/** A step that changes a customer's terms or pauses top-up. A customer makes one such step at a time. */
const settings = fc.oneof(
  save,
  stepKind(4, 'turn off'),
  stepKind(1, 'remove the card', { card }),
  stepKind(2, 'resume'),
  stepKind(2, 'take back', {
    kind: fc.constantFrom('refund' as const, 'void' as const, 'chargeback' as const),
    place: fc.nat(1),
  }),
  stepKind(1, 'close the account', { card }),
);

export type SettingsStep = Generated<typeof settings>;

const credits = fc.oneof(
  stepKind(8, 'spend', { credits: fc.constantFrom(5, 70, 100, 130) }),
  stepKind(1, 'hold', { credits: fc.constantFrom(20, 80), seconds: fc.constantFrom(60, 7_200) }),
  stepKind(1, 'grant', { credits: fc.constant(60), hours: fc.constantFrom(1, 30) }),
  stepKind(1, 'buy', { product, card }),
);

export type CreditStep = Generated<typeof credits>;

/** A customer's steps in a round, which run while two processes charge due top-ups. */
const round = fc.record({
  settings: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: settings }),
  step: credits,
  // Deliveries of the customer's next sales. Sales after these arrive.
  deliveries: fc.oneof(
    { weight: 3, arbitrary: fc.constant<SaleDelivery[]>([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom<SaleDelivery>('arrives', ...saleDeliveries), {
        minLength: 1,
        maxLength: 2,
      }),
    },
  ),
});

export type Round = Generated<typeof round>;

const roundCount = 3;

const spends: Round = { settings: undefined, step: { does: 'spend', credits: 70 }, deliveries: [] };

export const sequences = fc.record({
  // The terms that the customer agrees to first.
  agreement: save.arbitrary.map((agreement) => ({ ...agreement, card: 0 })),
  // Customers start without credits, so the first round's spends cause top-ups.
  rounds: fc
    .array(round, { minLength: roundCount - 1, maxLength: roundCount - 1 })
    .map((rounds) => [spends, ...rounds]),
});

export type Sequence = Generated<typeof sequences>;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const forward = [0, 1, 20 * minute, 30 * minute - 1, 30 * minute, 30 * minute, hour, 23 * hour, day, 8 * day];
const backward = [-1, -20 * minute, -hour];

/** Conditions of a round, for all customers who share a clock. */
const weatherOf = (seconds: readonly number[]) =>
  fc.record({
    // Kills a process when it sends this sale of the round, before or after the gateway charges it.
    kill: fc.oneof(
      { weight: 2, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.record({
          process: fc.constantFrom(0 as const, 1 as const),
          sale: fc.nat(5),
          isCharged: fc.boolean(),
        }),
      },
    ),
    // The product whose price changes, if any.
    price: fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: product }),
    // Seconds until the next round.
    seconds: fc.constantFrom(...seconds),
  });

export type Weather = Generated<ReturnType<typeof weatherOf>>;

export const seasons = fc
  .record({
    // If the clock is turned back, late sales are lost, because their times would be uncertain.
    isClockTurnedBack: fc.boolean(),
    // Hours until the end of a month in Chicago.
    hoursLeft: fc.constantFrom(1, 30, 300),
  })
  .chain((season) =>
    fc
      .array(weatherOf(season.isClockTurnedBack ? [...forward, ...backward] : forward), {
        minLength: roundCount,
        maxLength: roundCount,
      })
      .map((weather) => ({ ...season, weather })),
  );

export type Season = Generated<typeof seasons>;
