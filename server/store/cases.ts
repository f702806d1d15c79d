import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { answerCases, casesUsage, readCasesRequest } from './cases-command.ts';
import { ConfigError } from './config/config-error.ts';
import { readDatabaseLocation } from './config.ts';
import { openDatabase } from './database/open.ts';
import { DirectoryInUseError } from './directory-lock.ts';
import { createLog } from './logging.ts';

/** The operator's command for open cases, over the store's own database: `npm run cases`. */

/** PostgreSQL's `undefined_table`. */
const unknownTable = '42P01';

const print = (text: string) => process.stdout.write(`${text}\n`);
const fail = (text: string) => {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
};

const run = async (): Promise<void> => {
  const request = readCasesRequest(process.argv.slice(2));
  if (request === undefined) return fail(casesUsage);
  const location = readDatabaseLocation(process.env);
  if ('dataDirectory' in location && !existsSync(join(location.dataDirectory, 'store', 'postgres')))
    return fail(`There is no store in ${location.dataDirectory}.`);
  const database = await openDatabase(location, createLog('warn'));
  try {
    const { text, exitCode } = await answerCases(database, request);
    print(text);
    process.exitCode = exitCode;
  } finally {
    await database.close();
  }
};

await run().catch((error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === unknownTable)
    return fail('This database is older than the command: start the store once.');
  if (error instanceof ConfigError) return fail(error.message);
  if (error instanceof DirectoryInUseError)
    return fail(`${error.message} The embedded database has one user at a time: end the store first.`);
  return fail(`The cases cannot be read: ${error instanceof Error ? error.message : String(error)}`);
});
