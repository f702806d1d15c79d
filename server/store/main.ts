import { readDatabaseLocation } from './config/config.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { expectServer } from './database/requirements.ts';
import { createLog } from './logging/logging.ts';
import { describeFailure, runStore } from './process.ts';

/** Migrates, for stores whose role can't alter tables (AUTO_MIGRATE=false). Exits with code 1 on failure. */
const runMigrations = async (): Promise<void> => {
  try {
    const database = await openDatabase(readDatabaseLocation(process.env), createLog('warn'));
    try {
      await expectServer(database);
      const applied = await migrate(database);
      const said =
        applied.length === 0 ? ['The database is up to date.'] : applied.map((name) => `applied ${name}`);
      process.stdout.write(`${said.join('\n')}\n`);
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`The database cannot be migrated: ${describeFailure(error)}\n`);
    process.exit(1);
  }
};

/** Starts the store API, or only runs its migrations if the command is `migrate`. */
const [command, ...others] = process.argv.slice(2);
if (command === undefined) {
  await runStore({ environment: process.env, endingSignals: ['SIGTERM', 'SIGINT'], graceMs: 30_000 });
} else if (command === 'migrate' && others.length === 0) {
  await runMigrations();
} else {
  process.stderr.write('The only command is migrate. Without a command, the store starts.\n');
  process.exitCode = 2;
}
