import { createRequire } from 'node:module';

export interface Integer<Self> {
  toString(radix: 16): string;
  abs(): Self;
  compareTo(other: Self): number;
  equals(other: Self): boolean;
  add(other: Self): Self;
  subtract(other: Self): Self;
  multiply(other: Self): Self;
  mod(modulus: Self): Self;
  modPow(exponent: Self, modulus: Self, callback: (error: null, power: Self) => void): void;
}

export interface IntegerClass<Self extends Integer<Self>> {
  new (digits: string, radix: 16): Self;
  readonly prototype: Self;
  readonly ZERO: Self;
  readonly ONE: Self;
}

export interface VendorInteger extends Integer<VendorInteger> {}

const isIntegerClass = (value: unknown): value is IntegerClass<VendorInteger> =>
  typeof value === 'function' && typeof Reflect.get(Object(value.prototype), 'modPow') === 'function';

const integerClassOf = (library: unknown): IntegerClass<VendorInteger> => {
  const value: unknown = Reflect.get(Object(library), 'default');
  if (!isIntegerClass(value)) throw new Error('The library has other integers than it used to');
  return value;
};

/** The library's original class, which the app's build replaces. */
export const VendorBigInteger = integerClassOf(
  createRequire(import.meta.url)('amazon-cognito-identity-js/lib/BigInteger.js'),
);
