import { requestPower } from './powers.ts';

const parseHex = (digits: string): bigint => {
  const [, sign, magnitude] = /^(-?)([\da-f]*)$/i.exec(digits) ?? [];
  if (magnitude === undefined) throw new RangeError('A number is not written in base 16');
  const value = BigInt(`0x0${magnitude}`);
  return sign === '-' ? -value : value;
};

/**
 * Stands in for the class of the same name in amazon-cognito-identity-js, as far as that uses it, on the browser's own
 * big integers: the library's blocks the page for most of a second. Results are the same, those for negative numbers
 * too. What is not a number in base 16 is refused, where the library's class would pass over what it can't read.
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

  /** Above zero when this is more than the other, below when it is less. */
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

  /** The remainder that is not negative, for a modulus above zero. */
  mod(modulus: BigInteger): BigInteger {
    const remainder = this.#value % modulus.#value;
    return BigInteger.#of(remainder < 0n ? remainder + modulus.#value : remainder);
  }

  /** Calls back with this to the exponent, modulo the modulus. */
  modPow(
    exponent: BigInteger,
    modulus: BigInteger,
    callback: (error: null, power: BigInteger) => void,
  ): void {
    requestPower({ base: this.#value, exponent: exponent.#value, modulus: modulus.#value }, (power) =>
      callback(null, BigInteger.#of(power)),
    );
  }
}
