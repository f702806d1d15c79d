import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** This run's own authority and a certificate by it, as certbot would write it: paths of PEM files. */
export interface Certificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

const openssl = (...args: string[]): void => {
  execFileSync('openssl', args, { stdio: 'ignore' });
};
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'];

export const certificatesIn = (folder: string): Certificates => {
  const file = (name: string) => join(folder, `${name}.pem`);
  return { authority: file('authority'), certificate: file('certificate'), key: file('key') };
};

export const makeCertificates = (folder: string, domain: string): Certificates => {
  const made = certificatesIn(folder);
  const file = (name: string) => join(folder, `${name}.pem`);
  const names = file('names');
  writeFileSync(names, `subjectAltName=DNS:${domain}\n`);
  // biome-ignore format: one option a line says less
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=An authority of one run',
    '-keyout', file('authority-key'), '-out', file('authority'));
  openssl('req', ...newKey, '-subj', `/CN=${domain}`, '-keyout', file('key'), '-out', file('request'));
  // biome-ignore format: one option a line says less
  openssl('x509', '-req', '-in', file('request'), '-days', '2', '-extfile', names, '-CAcreateserial',
    '-CA', file('authority'), '-CAkey', file('authority-key'), '-out', file('certificate'));
  return made;
};
