import { readDatabaseLocation } from './config.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { describeFailure } from './failures.ts';
import { createLog } from './logging.ts';

/**
 * Brings the database up to date, as a start of the store does unless AUTO_MIGRATE is false: for a role that owns the
 * tables, where the store's own may not change them. Says what it did; exit code 1 where it could not.
 */
export const runMigrations = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  try {
    const database = await openDatabase(readDatabaseLocation(environment), createLog('warn'));
    try {
      const applied = await migrate(database);
      const said =
        applied.length === 0 ? ['The database is up to date.'] : applied.map((name) => `applied ${name}`);
      process.stdout.write(`${said.join('\n')}\n`);
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`The database cannot be migrated: ${describeFailure(error)}\n`);
    process.exitCode = 1;
  }
};
