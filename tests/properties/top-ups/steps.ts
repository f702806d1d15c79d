import fc from 'fast-check';

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

/** Changes what a customer agreed to, or pauses top-up. A customer makes one at a time. */
export type SettingsStep =
  | {
      readonly does: 'save';
      readonly product: number;
      readonly card: number;
      readonly threshold: number;
      /** As a multiple of the package's price. */
      readonly limit: number;
    }
  | { readonly does: 'turn off' }
  | { readonly does: 'remove the card'; readonly card: number }
  | { readonly does: 'resume' }
  | { readonly does: 'take back'; readonly kind: 'refund' | 'void' | 'chargeback'; readonly place: number }
  | { readonly does: 'close the account'; readonly card: number };

export type CreditStep =
  | { readonly does: 'spend'; readonly credits: number }
  | { readonly does: 'hold'; readonly credits: number; readonly seconds: number }
  | { readonly does: 'grant'; readonly credits: number; readonly hours: number }
  | { readonly does: 'buy'; readonly product: number; readonly card: number };

/** Everything in a round happens while two processes charge what is due. */
export interface Round {
  readonly settings: SettingsStep | undefined;
  readonly step: CreditStep;
  /** Of the customer's next sales. Later ones arrive. */
  readonly deliveries: readonly SaleDelivery[];
}

/** What happens to all customers who share a clock. */
export interface Weather {
  /** Ends a process when it sends this sale of the round, before or after the gateway charges it. */
  readonly kill: { readonly process: 0 | 1; readonly sale: number; readonly isCharged: boolean } | undefined;
  /** Changes the price of this product. */
  readonly price: number | undefined;
  /** How long until the next round. */
  readonly seconds: number;
}

const product = fc.nat(1);
const card = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });

const save = fc.record({
  does: fc.constant('save' as const),
  product,
  card,
  // Below the credits of both packages.
  threshold: fc.constantFrom(40, 59),
  limit: fc.constantFrom(1, 2, 3, 10),
});

const settings: fc.Arbitrary<SettingsStep> = fc.oneof(
  { weight: 4, arbitrary: save },
  { weight: 4, arbitrary: fc.constant<SettingsStep>({ does: 'turn off' }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove the card' as const), card }) },
  { weight: 2, arbitrary: fc.constant<SettingsStep>({ does: 'resume' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('take back' as const),
      kind: fc.constantFrom('refund' as const, 'void' as const, 'chargeback' as const),
      place: fc.nat(1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('close the account' as const), card }) },
);

const credits: fc.Arbitrary<CreditStep> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('spend' as const),
      credits: fc.constantFrom(5, 70, 100, 130),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('hold' as const),
      credits: fc.constantFrom(20, 80),
      seconds: fc.constantFrom(60, 7_200),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('grant' as const),
      credits: fc.constant(60),
      hours: fc.constantFrom(1, 30),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('buy' as const), product, card }) },
);

const round: fc.Arbitrary<Round> = fc.record({
  settings: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: settings }),
  step: credits,
  deliveries: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom<SaleDelivery>('arrives', ...saleDeliveries), {
        minLength: 1,
        maxLength: 2,
      }),
    },
  ),
});

const roundCount = 3;

export interface Sequence {
  /** What the customer first agrees to. */
  readonly agreement: Extract<SettingsStep, { does: 'save' }>;
  readonly rounds: readonly Round[];
}

const spends = { settings: undefined, step: { does: 'spend', credits: 70 }, deliveries: [] } as const;

export const sequences: fc.Arbitrary<Sequence> = fc.record({
  agreement: save.map((agreement) => ({ ...agreement, card: 0 })),
  // Customers have no credits at first.
  rounds: fc
    .array(round, { minLength: roundCount - 1, maxLength: roundCount - 1 })
    .map((rounds) => [spends, ...rounds]),
});

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const forward = [0, 1, 20 * minute, 30 * minute - 1, 30 * minute, 30 * minute, hour, 23 * hour, day, 8 * day];
const backward = [-1, -20 * minute, -hour];

const weatherWith = (seconds: readonly number[]): fc.Arbitrary<readonly Weather[]> => {
  const kill = fc.record({
    process: fc.constantFrom(0 as const, 1 as const),
    sale: fc.nat(5),
    isCharged: fc.boolean(),
  });
  const weather = fc.record({
    kill: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: kill }),
    price: fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: product }),
    seconds: fc.constantFrom(...seconds),
  });
  return fc.array(weather, { minLength: roundCount, maxLength: roundCount });
};

export interface Season {
  /** Sales that arrive late have no certain time on such a clock, so they are lost instead. */
  readonly isClockTurnedBack: boolean;
  readonly weather: readonly Weather[];
  /** Hours before the end of a month in Chicago. */
  readonly hoursLeft: number;
}

export const seasons: fc.Arbitrary<Season> = fc
  .record({ isClockTurnedBack: fc.boolean(), hoursLeft: fc.constantFrom(1, 30, 300) })
  .chain(({ isClockTurnedBack, hoursLeft }) =>
    weatherWith(isClockTurnedBack ? [...forward, ...backward] : forward).map((weather) => ({
      isClockTurnedBack,
      hoursLeft,
      weather,
    })),
  );
