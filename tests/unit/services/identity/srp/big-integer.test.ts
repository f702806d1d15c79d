import { getDiffieHellman } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import BigInteger from '#services/identity/srp/big-integer.ts';
import { computePowersAsShipped } from '#tests/native-powers.ts';
import { type Integer, type IntegerClass, VendorBigInteger } from './vendor-integers.ts';

beforeAll(computePowersAsShipped);

const prime = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const hexOf = (value: bigint): string => value.toString(16);

const resultsOf = <Self extends Integer<Self>>(
  Class: IntegerClass<Self>,
  [one, other]: readonly [string, string],
) => {
  const [a, b] = [new Class(one, 16), new Class(other, 16)];
  const { ZERO, ONE } = Class;
  return {
    text: a.toString(16),
    absolute: a.abs().toString(16),
    order: [a.compareTo(b), b.compareTo(a), a.compareTo(a), a.compareTo(ZERO)].map(Math.sign),
    equal: [a.equals(b), a.equals(a), a.equals(ZERO), a.equals(ONE), a.add(b).equals(b.add(a))],
    sums: [a.add(b), a.subtract(b), b.subtract(a), a.add(ONE), ZERO.subtract(a)].map((sum) =>
      sum.toString(16),
    ),
    product: a.multiply(b).toString(16),
    remainder: b.equals(ZERO) ? null : a.mod(b).toString(16),
  };
};

/** Compares the results as strings, which is much faster than comparing objects. */
const expectSameResults = (pair: readonly [string, string]) =>
  expect(JSON.stringify(resultsOf(BigInteger, pair))).toBe(JSON.stringify(resultsOf(VendorBigInteger, pair)));

interface PowerTexts {
  readonly base: string;
  readonly exponent: string;
  readonly modulus: string;
}

const powerOf = <Self extends Integer<Self>>(Class: IntegerClass<Self>, power: PowerTexts): string[] => {
  const answers: string[] = [];
  const [base, exponent, modulus] = [power.base, power.exponent, power.modulus].map(
    (digits) => new Class(digits, 16),
  );
  if (base && exponent && modulus)
    base.modPow(exponent, modulus, (error, result) => answers.push(`${error} ${result.toString(16)}`));
  return answers;
};

const expectSamePower = (power: PowerTexts) => {
  const shipped = powerOf(VendorBigInteger, power);
  expect(shipped).toHaveLength(1);
  expect(powerOf(BigInteger, power).join()).toBe(shipped.join());
};

/** Generates numbers as the library writes them: in either case, with or without leading zeros. */
const digitsUpTo = (bits: number) =>
  fc
    .tuple(fc.bigInt({ min: -(2n ** BigInt(bits)), max: 2n ** BigInt(bits) }), fc.nat(3), fc.boolean())
    .map(([value, zeros, isCapital]) => {
      const magnitude = '0'.repeat(zeros) + hexOf(value < 0n ? -value : value);
      return (value < 0n ? '-' : '') + (isCapital ? magnitude.toUpperCase() : magnitude);
    });
const oddAboveOne = (bits: number) =>
  fc.bigInt({ min: 1n, max: 2n ** BigInt(bits) }).map((half) => hexOf(2n * half + 1n));

test('BigInteger’s results for random numbers match the identity library’s results', () => {
  const sized = fc
    .constantFrom(8, 60, 300, 1_200)
    .chain((bits) => fc.tuple(digitsUpTo(bits), digitsUpTo(bits)));
  const power = fc.record({
    base: digitsUpTo(120),
    exponent: fc.bigInt({ min: 1n, max: 2n ** 36n }).map(hexOf),
    modulus: oddAboveOne(100),
  });
  fc.assert(
    fc.property(sized, power, (pair, power) => {
      expectSameResults(pair);
      expectSamePower(power);
    }),
    { numRuns: 1_000, endOnFailure: true },
  );
});

/** Edge cases for signs, carries, the word sizes of both classes, and the group's prime. */
const edges = [
  ...['', '-', '0', '-0', '00', '1', '-1', '-10', 'FFFFFFF', '10000000', '-10000000', '3ffffff', '4000000'],
  ...[prime - 2n, prime - 1n, prime, prime + 1n, 2n * prime, prime * prime, (prime - 1n) / 2n].flatMap(
    (value) => [hexOf(value), hexOf(-value)],
  ),
];

test('BigInteger’s results at the edges of the group match the identity library’s results', () => {
  for (const one of edges) for (const other of edges) expectSameResults([one, other]);
});

test.each(['1', '2', '3', '10001', '3ffff', '1000000000000'])(
  'the power %s of numbers at the edges of the group matches the identity library’s result',
  (exponent) => {
    for (const base of edges) expectSamePower({ base, exponent, modulus: hexOf(prime) });
  },
);

test('BigInteger’s zeroth power is one, although the identity library never returns a result', () => {
  const power = { base: '5', exponent: '0', modulus: '7' };
  expect(powerOf(BigInteger, power)).toEqual(['null 1']);
  expect(powerOf(VendorBigInteger, power)).toEqual([]);
});

test.each(['xyz', '0x12', '1 2', '--1', '1-', 'Infinity', '1n', '\u0661'])(
  'BigInteger refuses %j, which is not a number',
  (digits) => {
    expect(() => new BigInteger(digits, 16)).toThrow('Not a base-16 number');
  },
);

test('BigInteger refuses other bases and negative exponents', () => {
  expect(() => new BigInteger('10', 10)).toThrow('Only base 16');
  expect(() => powerOf(BigInteger, { base: '2', exponent: '-1', modulus: '7' })).toThrow('negative');
});
