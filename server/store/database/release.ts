import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** One file of SQL. */
export interface SqlFile {
  readonly name: string;
  readonly sql: string;
  /** SHA-256, in hex. */
  readonly checksum: string;
}

/** What a version of this program needs of a database. */
export interface Release {
  /** Tables and data, in the order in which they are applied. */
  readonly migrations: readonly SqlFile[];
  readonly functions: readonly SqlFile[];
  /**
   * The schema that holds the functions of this release alone, beside those of others: named after all its files, so that
   * it stands for its migrations too.
   */
  readonly schema: string;
}

/** What the names of all such schemas begin with. */
export const schemaPrefix = 'coffer_f_';

/** A release of these files. */
export const releaseOf = (migrations: readonly SqlFile[], functions: readonly SqlFile[]): Release => {
  const hash = createHash('sha256');
  for (const { name, checksum } of [...migrations, ...functions]) hash.update(`${name} ${checksum}\n`);
  return { migrations, functions, schema: schemaPrefix + hash.digest('hex').slice(0, 12) };
};

/** A file with this content. */
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

/** This program's own, as its files were at its start: an upgrade may replace them while it runs. */
export const ownRelease = releaseOf(readFolder('migrations/'), readFolder('functions/'));
