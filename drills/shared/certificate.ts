import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

const day = 24 * 60 * 60 * 1000;

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
};

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const bitString = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);
const utcTime = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`, 'ascii'));

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const commonName = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from('localhost')))));
const alternativeName = sequence(
  objectId('551d11'),
  der(0x04, sequence(der(0x82, Buffer.from('localhost')))),
);

const pem = (label: string, content: Uint8Array): string =>
  [
    `-----BEGIN ${label}-----`,
    ...(Buffer.from(content)
      .toString('base64')
      .match(/.{1,64}/g) ?? []),
    `-----END ${label}-----\n`,
  ].join('\n');

/** Self-signed, for `localhost`, valid for a day. Node's crypto can only read certificates. */
export const createCertificate = (now = new Date()): Certificate => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const version3 = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const validity = sequence(utcTime(new Date(now.getTime() - day)), utcTime(new Date(now.getTime() + day)));
  const extensions = der(0xa3, sequence(alternativeName));
  const content = sequence(
    version3,
    serial,
    ecdsaWithSha256,
    commonName,
    validity,
    commonName,
    spki,
    extensions,
  );
  const signature = sign('sha256', content, privateKey);
  return {
    cert: pem('CERTIFICATE', sequence(content, ecdsaWithSha256, bitString(signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};

export const certificateIn = (folder: string): CertificateFiles => ({
  certificate: join(folder, 'certificate.pem'),
  key: join(folder, 'key.pem'),
});

export const writeCertificate = (folder: string): CertificateFiles => {
  const files = certificateIn(folder);
  const { cert, key } = createCertificate();
  writeFileSync(files.certificate, cert);
  writeFileSync(files.key, key, { mode: 0o600 });
  return files;
};

/** Chromium doesn't cache responses from hosts whose certificate errors it ignores, so it trusts this one. */
export const trustFlagOf = (cert: string): string => {
  const { publicKey } = new X509Certificate(cert);
  const hash = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }));
  return `--ignore-certificate-errors-spki-list=${hash.digest('base64')}`;
};

export const trustFlagIn = (folder: string): string =>
  trustFlagOf(readFileSync(certificateIn(folder).certificate, 'utf8'));
