import { requestPower } from './powers.ts';

const parseHex = (digits: string): bigint => {
  const [, sign, magnitude] = /^(-?)([\da-f]*)$/i.exec(digits) ?? [];
  if (magnitude === undefined) throw new RangeError('Not a base-16 number');
  const value = BigInt(`0x0${magnitude}`);
  return sign === '-' ? -value : value;
};

/**
 * Replaces the library's BigInteger, which blocks the page for most of a second, with native bigints. Results
 * are the same, even for negative numbers. Throws if digits aren't base 16.
 */
export default class BigInteger {
  static readonly ZERO = new BigInteger('0', 16);
  static readonly ONE = new BigInteger('1', 16);

  readonly #value: bigint;

  constructor(digits: string, radix: number) {
    if (radix !== 16) throw new RangeError('Only base 16 is supported');
    this.#value = parseHex(digits);
  }

  static #of(value: bigint): BigInteger {
    return new BigInteger(value.toString(16), 16);
  }

  toString(radix: number): string {
    return this.#value.toString(radix);
  }

  abs(): BigInteger {
    return this.#value < 0n ? BigInteger.#of(-this.#value) : this;
  }

  /** Returns a positive number if this is greater than `other`, or a negative number if it is less. */
  compareTo(other: BigInteger): number {
    return Number(this.#value > other.#value) - Number(this.#value < other.#value);
  }

  equals(other: BigInteger): boolean {
    return this.#value === other.#value;
  }

  add(other: BigInteger): BigInteger {
    return BigInteger.#of(this.#value + other.#value);
  }

  subtract(other: BigInteger): BigInteger {
    return BigInteger.#of(this.#value - other.#value);
  }

  multiply(other: BigInteger): BigInteger {
    return BigInteger.#of(this.#value * other.#value);
  }

  /** Returns a non-negative remainder. The modulus must be positive. */
  mod(modulus: BigInteger): BigInteger {
    const remainder = this.#value % modulus.#value;
    return BigInteger.#of(remainder < 0n ? remainder + modulus.#value : remainder);
  }

  modPow(exponent: BigInteger, modulus: BigInteger, callback: (error: null, power: BigInteger) => void) {
    requestPower({ base: this.#value, exponent: exponent.#value, modulus: modulus.#value }, (power) =>
      callback(null, BigInteger.#of(power)),
    );
  }
}
