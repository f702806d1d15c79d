import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCertificate } from '#drills/bench/servers/certificate.ts';

test('the certificate is one for localhost, signed by its own key, and good for now', () => {
  const now = new Date('2026-03-04T05:06:07Z');
  const { cert, key } = createCertificate(now);
  const certificate = new X509Certificate(cert);
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkHost('example.com')).toBeUndefined();
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.validFrom).toBe('Mar  3 05:06:07 2026 GMT');
  expect(certificate.validTo).toBe('Mar  5 05:06:07 2026 GMT');
});

test('each one has a key and a number of its own', () => {
  const [one, other] = [createCertificate(), createCertificate()];
  expect(one.spkiHash).not.toBe(other.spkiHash);
  expect(new X509Certificate(one.cert).serialNumber).not.toBe(new X509Certificate(other.cert).serialNumber);
});
