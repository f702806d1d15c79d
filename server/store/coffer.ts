import { processTerminal } from './operator/program.ts';
import { runCoffer } from './operator/run.ts';
import { openTools } from './operator/tools.ts';

/** Runs operator commands. Reads the same environment variables as the store. */

// After a refused sign-in, the connection would keep this process running for a minute.
process.exit(await runCoffer(process.argv.slice(2), processTerminal, () => openTools(process.env)));
