import { CommanderError } from 'commander';
import { isPrintable, linesWithControlsEscaped, withControlsEscaped } from '#contract/characters.ts';
import { ConfigError } from '../config/secret-files.ts';
import { isDatabaseUnavailable, isWriteFailure } from '../database/database.ts';
import { DirectoryInUseError } from '../database/directory-lock.ts';
import { ConnectionStringError } from '../database/tls.ts';
import { errorCode, failureLine, withSecretsRedacted } from '../logging/failures.ts';
import { writeDown } from './audit.ts';
import { createProgram, type Request, type Terminal } from './program.ts';
import { CliError, type ExitCode, exitCodes, type OpenedTools } from './tools.ts';

/** Runs a command. Prints its output, or why it was refused or failed. */
export const runCoffer = async (
  args: readonly string[],
  terminal: Terminal,
  openTools: () => Promise<OpenedTools>,
): Promise<ExitCode> => {
  let exitCode: ExitCode = 2;
  try {
    const unclear = args.find((arg) => !isPrintable(arg));
    if (unclear !== undefined)
      throw new CliError(`control characters can't be part of a command: ${unclear}`, 'usage');
    const helped = args.includes('--json') ? { ...terminal, writeError: () => undefined } : terminal;
    const program = createProgram(helped, async (request) => {
      exitCode = await carryOut(request, terminal, openTools);
    });
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return writeFailure(args, terminal, error);
  }
};

/** Prints why a command failed: a sentence to standard error, or with `--json` an object to standard output. */
export const writeFailure = (args: readonly string[], terminal: Terminal, error: unknown): ExitCode => {
  const { code, message } = explain(error);
  const exitCode = exitCodes[code];
  if (!args.includes('--json')) terminal.writeError(message);
  else terminal.print(JSON.stringify({ error: { code, exitCode, message } }, null, 2));
  return exitCode;
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

/** Returns the error for the operator: printable, and in one line except for suggestions of similar names. */
const explain = (error: unknown): CliError => {
  if (error instanceof CommanderError)
    return new CliError(
      error.code === 'commander.help'
        ? 'Name a command. --help lists all.'
        : withSecretsRedacted(error.message.replace(/^error: /, '')),
      'usage',
    );
  if (error instanceof CliError) return new CliError(withControlsEscaped(error.message), error.code);
  const [text, code] = describeFailure(error);
  return new CliError(withControlsEscaped(text), code);
};

const describeFailure = (error: unknown): [string, CliError['code']] => {
  if (error instanceof ConfigError) return [error.message, 'configuration'];
  if (error instanceof ConnectionStringError) return [`DATABASE_URL: ${error.message}`, 'configuration'];
  if (error instanceof DirectoryInUseError)
    return [
      `${error.message} Only one process can use the embedded database: stop the store first.`,
      'unavailable',
    ];
  const code = errorCode(error) ?? '';
  if (code === insufficientPrivilege)
    return [
      "The database role may not do this. Connect as the operators' role: docs/operate.md, Database roles.",
      'failed',
    ];
  if (unknownNames.has(code))
    return ['The database does not match this command. Check DATABASE_URL, or run migrate.', 'failed'];
  if (isWriteFailure(error)) return [`The database cannot write: ${failureLine(error)}`, 'unavailable'];
  return isDatabaseUnavailable(error)
    ? [`The database did not respond: ${failureLine(error)}`, 'unavailable']
    : [`The command failed: ${failureLine(error)}`, 'failed'];
};
