import fc from 'fast-check';

/** Creates a kind of step with random fields. A higher weight makes the step more frequent. */
export const stepKind = <const Name extends string, Fields extends object = object>(
  weight: number,
  does: Name,
  fields?: { readonly [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
): { weight: number; arbitrary: fc.Arbitrary<{ readonly does: Name } & Readonly<Fields>> } => ({
  weight,
  arbitrary: fc.record<object>({ does: fc.constant(does), ...fields }) as never,
});

export type Generated<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
