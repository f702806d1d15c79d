import { execFileSync } from 'node:child_process';
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
