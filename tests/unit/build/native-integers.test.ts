import { createHash, createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { build } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { computePowersAsShipped } from '#tests/native-powers.ts';
import type { Integer, IntegerClass } from '#tests/unit/services/identity/srp/vendor-integers.ts';
import { nativeIntegers } from '../../../build/native-integers.ts';

interface AnyInteger extends Integer<AnyInteger> {}

interface KeyExchange {
  readonly N: AnyInteger;
  readonly g: AnyInteger;
  readonly k: AnyInteger;
  smallAValue: AnyInteger;
  largeAValue: AnyInteger | undefined;
  readonly UHexHash: string;
  generateRandomString(): string;
  getLargeAValue(callback: (error: unknown, value: AnyInteger) => void): void;
  getPasswordAuthenticationKey(
    username: string,
    password: string,
    serverValue: AnyInteger,
    salt: AnyInteger,
    callback: (error: unknown, key: Uint8Array) => void,
  ): void;
  generateHashDevice(group: string, key: string, callback: (error: unknown) => void): void;
  getSaltDevices(): string;
  getRandomPassword(): string;
  getVerifierDevices(): string;
  hash(text: string): string;
  hexHash(hex: string): string;
  padHex(value: AnyInteger): string;
}

type KeyExchangeClass = new (poolName: string) => KeyExchange;

const isKeyExchangeClass = (value: unknown): value is KeyExchangeClass =>
  typeof value === 'function' && 'getPasswordAuthenticationKey' in value.prototype;

const keyExchangeClassIn = (module: unknown): KeyExchangeClass => {
  const value: unknown = Reflect.get(Object(module), 'default');
  if (!isKeyExchangeClass(value))
    throw new Error('The library exchanges keys in another way than it used to');
  return value;
};

const isIntegerClass = (value: unknown): value is IntegerClass<AnyInteger> => typeof value === 'function';

const integersOf = ({ N }: KeyExchange): IntegerClass<AnyInteger> => {
  const value: unknown = N.constructor;
  if (!isIntegerClass(value)) throw new Error('The numbers of an exchange have no class');
  return value;
};

/** Builds the library's key exchange as the app's build does. */
const bundle = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [nativeIntegers()],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: {
        entry: resolve('node_modules/amazon-cognito-identity-js/es/AuthenticationHelper.js'),
        formats: ['es'],
      },
    },
    define: { global: 'globalThis' },
  });
  const chunk = [built]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .find((output) => output.type === 'chunk');
  return chunk?.code ?? '';
};

const shipped = keyExchangeClassIn(
  createRequire(import.meta.url)('amazon-cognito-identity-js/lib/AuthenticationHelper.js'),
);
let code: string;
let inApp: KeyExchangeClass;

beforeAll(async () => {
  computePowersAsShipped();
  code = await bundle();
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  inApp = keyExchangeClassIn(await import(/* @vite-ignore */ url));
}, 120_000);

test('the library is built with the integers that replace its own', () => {
  expect(code).toContain('Not a base-16 number');
  expect(code).not.toContain('Montgomery');
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Computes a whole sign-in with a fixed secret, salt and server value. */
const signInWith = (Exchange: KeyExchangeClass, serverValue: string) => {
  const exchange = new Exchange('Coffer');
  const BigInteger = integersOf(exchange);
  exchange.smallAValue = new BigInteger(sha256('secret').repeat(4), 16);
  exchange.largeAValue = undefined;
  const values = { A: '', key: '' };
  exchange.getLargeAValue((error, value) => {
    expect(error).toBeNull();
    values.A = value.toString(16);
  });
  const salt = new BigInteger(sha256('salt').slice(0, 32), 16);
  const done = (error: unknown, key: Uint8Array) => {
    expect(error).toBeNull();
    values.key = Buffer.from(key).toString('hex');
  };
  const [user, password] = ['9f3c', 'Correct-horse1!é🙂'];
  exchange.getPasswordAuthenticationKey(user, password, new BigInteger(serverValue, 16), salt, done);
  const signature = createHmac('sha256', Buffer.from(values.key, 'hex'))
    .update('Coffer9f3c secret block Tue Sep 5 01:02:03 UTC 2017')
    .digest('base64');
  return { ...values, k: exchange.k.toString(16), u: exchange.UHexHash, signature };
};

test('a sign-in with fixed secrets gives the known values, as with the library’s own integers', () => {
  const serverValue = sha256('value of the service').repeat(12);
  const values = signInWith(inApp, serverValue);
  expect(signInWith(shipped, serverValue)).toEqual(values);
  expect({ ...values, A: sha256(values.A) }).toEqual({
    A: '3ac82727f3c9ecbbc81664ebc963edc97d9f8c60248198187e2501f7da643ec0',
    k: '538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6',
    u: '4d353ef3ce05725d7e68c15d6afa7d47e167c5d7891256278a2210170cb541d7',
    key: '7da1e18a80e4e1d3c47333eab01e1ffa',
    signature: 'jPx2A3uB+e5z6gIqtnZBfATXp1Zp1l/0iXA0Bpd/udc=',
  });
});
