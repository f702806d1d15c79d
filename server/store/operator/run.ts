import { CommanderError } from 'commander';
import { isPrintable, linesWithControlsEscaped, withControlsEscaped } from '#contract/characters.ts';
import { ConfigError } from '../config/secret-files.ts';
import { DirectoryInUseError } from '../database/directory-lock.ts';
import { errorCode, failureLine } from '../logging/failures.ts';
import { writeDown } from './audit.ts';
import { createProgram, type Request, type Terminal } from './program.ts';
import { CliError, type OpenedTools } from './tools.ts';

/** 0: done. 1: refused, not found, differences found, or failed. 2: invalid command line. */
export type ExitCode = 0 | 1 | 2;

/** Runs a command. Prints its output, or one line if it is refused or fails. */
export const runCoffer = async (
  args: readonly string[],
  terminal: Terminal,
  openTools: () => Promise<OpenedTools>,
): Promise<ExitCode> => {
  const unclear = args.find((arg) => !isPrintable(arg));
  if (unclear !== undefined) {
    terminal.writeError(
      `error: control characters can't be part of a command: ${withControlsEscaped(unclear)}`,
    );
    return 2;
  }
  let exitCode: ExitCode = 2;
  try {
    const program = createProgram(terminal, async (request) => {
      exitCode = await carryOut(request, terminal, openTools);
    });
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.writeError(withControlsEscaped(explain(error)));
    return 1;
  }
};

const carryOut = async (
  { command, asJson, isConfirmed, carryOut: work }: Request,
  terminal: Terminal,
  openTools: () => Promise<OpenedTools>,
): Promise<ExitCode> => {
  const confirm = async (question: string) => {
    if (isConfirmed) return;
    terminal.writeError(linesWithControlsEscaped(`${question} Type yes to continue:`));
    if ((await terminal.readLine()).trim() !== 'yes') throw new CliError('Nothing was changed.');
  };
  const { close, ...tools } = await openTools();
  try {
    const { operator } = tools;
    const output = await work({
      ...tools,
      confirm,
      writeDown: (database, action) => writeDown(database, { ...action, operator, command }),
    });
    terminal.print(linesWithControlsEscaped(asJson ? JSON.stringify(output.json, null, 2) : output.text));
    return output.exitCode ?? 0;
  } finally {
    await close();
  }
};

/** PostgreSQL's error codes for an unknown table, column or function. */
const unknownNames = new Set(['42P01', '42703', '42883']);

/** PostgreSQL's error code for insufficient_privilege (appendix A). */
const insufficientPrivilege = '42501';

const explain = (error: unknown): string => {
  if (error instanceof DirectoryInUseError)
    return `${error.message} Only one process can use the embedded database: stop the store first.`;
  if (error instanceof CliError || error instanceof ConfigError) return error.message;
  const code = errorCode(error) ?? '';
  if (code === insufficientPrivilege)
    return "The database role may not do this. Connect as the operators' role: docs/operate.md, Database roles.";
  if (unknownNames.has(code))
    return 'The database is older than this command. Start the store once to update it.';
  return `The command failed: ${failureLine(error)}`;
};
