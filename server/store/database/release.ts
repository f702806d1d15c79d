import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export interface SqlFile {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of `sql`, in hex. */
  readonly checksum: string;
}

/** The migrations and functions that a version of this program needs. */
export interface Release {
  /** SQL for tables and data, in the order to apply it. */
  readonly migrations: readonly SqlFile[];
  readonly functions: readonly SqlFile[];
  /** The name of the schema that contains only this release's functions: a hash of all files, including migrations. */
  readonly schema: string;
}

export const schemaPrefix = 'coffer_f_';

export const releaseOf = (migrations: readonly SqlFile[], functions: readonly SqlFile[]): Release => {
  const hash = createHash('sha256');
  for (const { name, checksum } of [...migrations, ...functions]) hash.update(`${name} ${checksum}\n`);
  return { migrations, functions, schema: schemaPrefix + hash.digest('hex').slice(0, 12) };
};

export const sqlFile = (name: string, sql: string): SqlFile => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
});

const readFolder = (folder: string): SqlFile[] => {
  const place = new URL(folder, import.meta.url);
  const names = readdirSync(place).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => sqlFile(name, readFileSync(new URL(name, place), 'utf8')));
};

/** This program's release, read at startup because an upgrade can replace the files while the program runs. */
export const ownRelease = releaseOf(readFolder('migrations/'), readFolder('functions/'));
