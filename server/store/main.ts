import { runMigrations } from './migrate-command.ts';
import { runStore } from './process.ts';

/** The store API as a process of its own, configured by its environment alone; with `migrate`, its migrations alone. */
const [command, ...others] = process.argv.slice(2);
if (command === undefined) {
  await runStore({ environment: process.env, endingSignals: ['SIGTERM', 'SIGINT'], graceMs: 30_000 });
} else if (command === 'migrate' && others.length === 0) {
  await runMigrations(process.env);
} else {
  process.stderr.write('There is one command, migrate; without it the store starts.\n');
  process.exitCode = 2;
}
