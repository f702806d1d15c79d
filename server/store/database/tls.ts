import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { isLoopback } from '../http/networks.ts';
import { errorCode } from '../logging/failures.ts';

export interface DatabaseTls {
  readonly ssl: false | ConnectionOptions;
  /** Whether to fall back to an unencrypted connection if the server has no TLS. */
  readonly isOptional: boolean;
}

/** Thrown for an invalid or unsafe connection string. The message is one line without secrets. */
export class ConnectionStringError extends Error {
  override readonly name = 'ConnectionStringError';
}

const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof modes)[number];

const isMode = (text: string): text is Mode => modes.some((mode) => mode === text);

/** Parameters that `readTls` handles, because `pg` interprets them differently. */
export const tlsParameters = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'ssl',
  'uselibpqcompat',
] as const;

/**
 * Reads `sslmode`, `sslrootcert`, `sslcert` and `sslkey` as libpq does (PostgreSQL, "SSL Support"). Only
 * `verify-full` checks the server's name. Only `verify-ca`, `verify-full` or `sslrootcert` check the
 * certificate. Unlike libpq, doesn't encrypt connections to this machine by default, and trusts Node's public
 * authorities for `verify-full` without `sslrootcert`.
 * @throws {ConnectionStringError} if a parameter is invalid or its file can't be read
 */
export const readTls = (url: URL): DatabaseTls => {
  const { searchParams } = url;
  const rootFile = searchParams.get('sslrootcert') ?? undefined;
  const fromSystem = rootFile === 'system';
  const mode = readMode(url, fromSystem);
  if (mode === 'disable') return { ssl: false, isOptional: false };
  if (fromSystem && mode !== 'verify-full')
    throw new ConnectionStringError('sslrootcert=system needs sslmode=verify-full.');
  if (mode === 'verify-ca' && rootFile === undefined)
    throw new ConnectionStringError('sslmode=verify-ca needs sslrootcert, a file of certificates.');

  const own = {
    ...readPem(searchParams, 'sslcert', 'cert'),
    ...readPem(searchParams, 'sslkey', 'key'),
  };
  if (mode === 'prefer' || (mode === 'require' && rootFile === undefined))
    return { ssl: { ...own, rejectUnauthorized: false }, isOptional: mode === 'prefer' };
  const trusted = fromSystem ? {} : readPem(searchParams, 'sslrootcert', 'ca');
  const anyName = mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined };
  return { ssl: { ...own, ...trusted, ...anyName }, isOptional: false };
};

const readMode = (url: URL, fromSystem: boolean): Mode => {
  const given = url.searchParams.get('sslmode');
  if (given === null) {
    if (fromSystem) return 'verify-full';
    const host = url.searchParams.get('host') ?? url.hostname;
    return host === '' || host.startsWith('/') || isLoopback(host) ? 'disable' : 'prefer';
  }
  if (!isMode(given)) throw new ConnectionStringError(`sslmode is not one of ${modes.join(', ')}.`);
  return given;
};

const readPem = (
  searchParams: URLSearchParams,
  parameter: 'sslrootcert' | 'sslcert' | 'sslkey',
  option: 'ca' | 'cert' | 'key',
): ConnectionOptions => {
  const file = searchParams.get(parameter);
  if (file === null) return {};
  try {
    return { [option]: readFileSync(file, 'utf8') };
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    throw new ConnectionStringError(`The file that ${parameter} names cannot be read (${code}).`);
  }
};
