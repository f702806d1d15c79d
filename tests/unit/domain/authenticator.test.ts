import { TOTP, URI } from 'otpauth';
import { expect, test } from 'vitest';
import { authenticatorUri, groupSecret } from '#domain/authenticator.ts';

test.each([
  ['Ada & Söhne, 100 %', 'Ada & Söhne, 100 %'],
  ['Coins: all of them', 'Coins all of them'],
])('an authenticator app reads the account of %j as %j', (issuer, shown) => {
  const account = { issuer, email: 'ada+shop@example.com', secret: 'JBSWY3DPEHPK3PXP' };
  const read = URI.parse(authenticatorUri(account));
  expect(read).toBeInstanceOf(TOTP);
  expect(read).toMatchObject({ issuer: shown, label: account.email, digits: 6, period: 30 });
  expect(read.secret.base32).toBe(account.secret);
});

test('authenticatorUri labels the account as authenticator apps expect', () => {
  expect(authenticatorUri({ issuer: 'My Store', email: 'ada@example.com', secret: 'ABC234' })).toBe(
    'otpauth://totp/My%20Store:ada%40example.com?secret=ABC234&issuer=My%20Store',
  );
});

test.each([
  ['', ''],
  ['ABCD', 'ABCD'],
  ['ABCDEFGH', 'ABCD EFGH'],
  ['ABCDEFGHIJ', 'ABCD EFGH IJ'],
])('groupSecret groups %j as %j', (secret, grouped) => {
  expect(groupSecret(secret)).toBe(grouped);
});
