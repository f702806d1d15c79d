import { createRequire } from 'node:module';

/** An integer of amazon-cognito-identity-js. */
interface LibraryInteger {
  toString(radix: 16): string;
}

interface IntegerClass {
  new (digits: string, radix: 16): LibraryInteger;
  readonly prototype: {
    modPow: (
      this: LibraryInteger,
      exponent: LibraryInteger,
      modulus: LibraryInteger,
      done: (error: null, power: LibraryInteger) => void,
    ) => void;
  };
}

const numberOf = (integer: LibraryInteger): bigint => {
  const digits = integer.toString(16);
  return digits.startsWith('-') ? -BigInt(`0x${digits.slice(1)}`) : BigInt(`0x${digits}`);
};

const power = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === '1') result = (result * base) % modulus;
  }
  return result < 0n ? result + modulus : result;
};

const libraryIntegers = (): IntegerClass => {
  const module: unknown = createRequire(import.meta.url)('amazon-cognito-identity-js/lib/BigInteger.js');
  const integers: unknown = Reflect.get(Object(module), 'default');
  if (!isIntegerClass(integers)) throw new Error('The library has other integers than it used to');
  return integers;
};

const isIntegerClass = (value: unknown): value is IntegerClass =>
  typeof value === 'function' && typeof Reflect.get(Object(value.prototype), 'modPow') === 'function';

const Integer = libraryIntegers();
const shippedPower = Integer.prototype.modPow;

/**
 * Has amazon-cognito-identity-js compute its powers with native integers in this process, as its own build for React
 * Native does: a sign-in takes a tenth of the time.
 */
export const computePowersNatively = (): void => {
  Integer.prototype.modPow = function (this: LibraryInteger, exponent, modulus, done) {
    const result = power(numberOf(this), numberOf(exponent), numberOf(modulus));
    done(null, new Integer(result.toString(16), 16));
  };
};

/** Has it compute them as it is shipped for browsers: for tests of just that. */
export const computePowersAsShipped = (): void => {
  Integer.prototype.modPow = shippedPower;
};
