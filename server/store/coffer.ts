import { runCoffer } from './operator/run.ts';
import { terminal } from './operator/terminal.ts';
import { openTools } from './operator/tools.ts';

/** Runs operator commands. Reads the same environment variables as the store. */

process.exitCode = await runCoffer(process.argv.slice(2), terminal, () => openTools(process.env));
