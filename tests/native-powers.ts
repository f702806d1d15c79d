import { createDiffieHellman, getDiffieHellman } from 'node:crypto';
import type { Power } from '#services/identity/srp/modular-power.ts';
import { requestPower } from '#services/identity/srp/powers.ts';
import {
  VendorBigInteger as Integer,
  type VendorInteger,
} from './unit/services/identity/srp/vendor-integers.ts';

const numberOf = (integer: VendorInteger): bigint => {
  const digits = integer.toString(16);
  return digits.startsWith('-') ? -BigInt(`0x${digits.slice(1)}`) : BigInt(`0x${digits}`);
};

/** Key of the shipped function on the library's class. Test files share the class, but not this module. */
const shippedPowerKey = Symbol.for('coffer.shipped-power');
const powerOfClass = (key: string | symbol): VendorInteger['modPow'] | undefined =>
  Reflect.get(Integer.prototype, key);
const shippedPower = powerOfClass(shippedPowerKey) ?? Integer.prototype.modPow;
Reflect.set(Integer.prototype, shippedPowerKey, shippedPower);

const computePowersIn = (compute: (power: Power, done: (result: bigint) => void) => void): void => {
  Integer.prototype.modPow = function (this: VendorInteger, exponent, modulus, done) {
    const power = { base: numberOf(this), exponent: numberOf(exponent), modulus: numberOf(modulus) };
    compute(power, (result) => done(null, new Integer(result.toString(16), 16)));
  };
};

/** Computes modular powers like the app's build, so that a sign-in takes a tenth of the time. */
export const computePowersNatively = (): void => computePowersIn(requestPower);

const prime = getDiffieHellman('modp15').getPrime();
const group = createDiffieHellman(prime, 2);
const groupModulus = BigInt(`0x${prime.toString('hex')}`);

const bytesOf = (value: bigint): Buffer => {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
};

/** Computes a modular power in the user pool's group. @throws {RangeError} for any other modulus */
const powerByOpenSsl = ({ base, exponent, modulus }: Power): bigint => {
  if (modulus !== groupModulus) throw new RangeError('The power is of another group');
  group.setPrivateKey(bytesOf(exponent));
  const residue = ((base % modulus) + modulus) % modulus;
  return BigInt(`0x${group.computeSecret(bytesOf(residue)).toString('hex')}`);
};

/** Computes powers eight times as fast as native integers. Don't use it to test the client's arithmetic. */
export const computePowersByOpenSsl = (): void =>
  computePowersIn((power, done) => done(powerByOpenSsl(power)));

export const computePowersAsShipped = (): void => {
  Integer.prototype.modPow = shippedPower;
};
