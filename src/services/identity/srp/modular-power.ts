/** The calculation `base ** exponent % modulus`. */
export interface Power {
  readonly base: bigint;
  readonly exponent: bigint;
  readonly modulus: bigint;
}

const bitsOfDigit = 4;

/** Returns a non-negative remainder. */
const residueOf = (value: bigint, modulus: bigint): bigint => {
  const remainder = value % modulus;
  return remainder < 0n ? remainder + modulus : remainder;
};

/** Computes a power, four bits at a time for speed. @throws {RangeError} if the exponent is negative */
export const modularPower = ({ base, exponent, modulus }: Power): bigint => {
  if (exponent < 0n) throw new RangeError('The exponent of a power is negative');
  const factor = residueOf(base, modulus);
  const smallPowers = [1n];
  for (let last = 1n; smallPowers.length < 2 ** bitsOfDigit; smallPowers.push(last))
    last = (last * factor) % modulus;

  let result = 1n;
  for (const digit of exponent.toString(2 ** bitsOfDigit)) {
    for (let bit = 0; bit < bitsOfDigit; bit += 1) result = (result * result) % modulus;
    result = (result * (smallPowers[Number.parseInt(digit, 2 ** bitsOfDigit)] ?? 1n)) % modulus;
  }
  return result;
};
