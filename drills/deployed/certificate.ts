import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate for `localhost` that it signs itself, and its key: paths of PEM files. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** The certificate that was made in this folder. */
export const certificateIn = (folder: string): Certificate => ({
  certificate: join(folder, 'certificate.pem'),
  key: join(folder, 'key.pem'),
});

/** Makes a certificate in this folder. */
export const makeCertificate = (folder: string): Certificate => {
  const files = certificateIn(folder);
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync(
    'openssl',
    // biome-ignore format: one option a line says less
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-days', '2', ...subject,
      '-keyout', files.key, '-out', files.certificate],
    { stdio: 'ignore' },
  );
  return files;
};

/**
 * The flag by which Chromium takes this certificate for a valid one. Where errors of certificates are ignored altogether,
 * it keeps nothing of such a host in its cache, which it does of a real one.
 */
export const trustFlagOf = ({ certificate }: Certificate): string => {
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  const hash = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }));
  return `--ignore-certificate-errors-spki-list=${hash.digest('base64')}`;
};
