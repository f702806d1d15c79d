import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate, type SelfsignedOptions } from 'selfsigned';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export type CertificateFiles = ReturnType<typeof certificateIn>;

const create = async (
  name: string,
  options: Pick<SelfsignedOptions, 'extensions' | 'ca'>,
): Promise<Certificate> => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...options,
  });
  return { cert, key };
};

/** Creates a certificate. @param ca the authority that signs it; without one, it is self-signed */
export const createCertificate = (domain = 'localhost', ca?: Certificate): Promise<Certificate> => {
  const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: domain }] }];
  return create(domain, ca ? { extensions, ca } : { extensions });
};

export const createAuthority = (): Promise<Certificate> =>
  create('An authority of one run', {
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });

export const certificateIn = (folder: string) => ({
  certificate: join(folder, 'certificate.pem'),
  key: join(folder, 'key.pem'),
});

export const writeCertificate = async (
  folder: string,
  created = createCertificate(),
): Promise<CertificateFiles> => {
  const files = certificateIn(folder);
  const { cert, key } = await created;
  await writeFile(files.certificate, cert);
  await writeFile(files.key, key, { mode: 0o600 });
  return files;
};

/** Returns a flag that makes Chromium trust a certificate and cache its host's responses. */
export const trustFlagOf = (cert: string): string => {
  const { publicKey } = new X509Certificate(cert);
  const hash = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }));
  return `--ignore-certificate-errors-spki-list=${hash.digest('base64')}`;
};

export const trustFlagIn = (folder: string): string =>
  trustFlagOf(readFileSync(certificateIn(folder).certificate, 'utf8'));
