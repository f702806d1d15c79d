import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate, type SelfsignedOptions } from 'selfsigned';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

const create = async (
  name: string,
  extensions: SelfsignedOptions['extensions'],
  ca?: Certificate,
): Promise<Certificate> => {
  const options = {
    keyType: 'ec',
    algorithm: 'sha256',
    ...(extensions && { extensions }),
    ...(ca && { ca }),
  } as const;
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], options);
  return { cert, key };
};

/** @param authority signs the certificate. Default: the certificate itself */
export const createCertificate = (domain = 'localhost', authority?: Certificate): Promise<Certificate> =>
  create(domain, [{ name: 'subjectAltName', altNames: [{ type: 2, value: domain }] }], authority);

export const createAuthority = (): Promise<Certificate> =>
  create('An authority of one run', [{ name: 'basicConstraints', cA: true, critical: true }]);

export const certificateIn = (folder: string): CertificateFiles => ({
  certificate: join(folder, 'certificate.pem'),
  key: join(folder, 'key.pem'),
});

export const writeCertificate = async (
  folder: string,
  created: Promise<Certificate> = createCertificate(),
): Promise<CertificateFiles> => {
  const files = certificateIn(folder);
  const { cert, key } = await created;
  await writeFile(files.certificate, cert);
  await writeFile(files.key, key, { mode: 0o600 });
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
