import fc from 'fast-check';
import { type Generated, stepKind } from '../step-kind.ts';

/** What becomes of a sale between the store and the gateway. `late` arrives after the store has stopped waiting. */
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
  // Below the credits of both packages.
  threshold: fc.constantFrom(40, 59),
  // As a multiple of the package's price.
  limit: fc.constantFrom(1, 2, 3, 10),
});

/** Changes what a customer agreed to, or pauses top-up. A customer makes one at a time. */
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

/** Everything in a round happens while two processes charge what is due. */
const round = fc.record({
  settings: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: settings }),
  step: credits,
  // Of the customer's next sales. Later ones arrive.
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
  // What the customer first agrees to.
  agreement: save.arbitrary.map((agreement) => ({ ...agreement, card: 0 })),
  // Customers have no credits at first.
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

/** What happens to all customers who share a clock. */
const weatherOf = (seconds: readonly number[]) =>
  fc.record({
    // Ends a process when it sends this sale of the round, before or after the gateway charges it.
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
    // Changes the price of this product.
    price: fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: product }),
    // How long until the next round.
    seconds: fc.constantFrom(...seconds),
  });

export type Weather = Generated<ReturnType<typeof weatherOf>>;

export const seasons = fc
  .record({
    // Sales that arrive late have no certain time on such a clock, so they are lost instead.
    isClockTurnedBack: fc.boolean(),
    // Hours before the end of a month in Chicago.
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
