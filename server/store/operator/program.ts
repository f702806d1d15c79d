import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { version } from '../version.ts';
import { addCommands, descriptions } from './commands.ts';
import type { CliOutput, Tools } from './tools.ts';

export interface Terminal {
  print(text: string): void;
  writeError(text: string): void;
  /** Reads a line. Returns an empty string at the end of the input. */
  readLine(): Promise<string>;
}

/** The process's standard input and outputs. */
export const processTerminal: Terminal = {
  print: (text) => void process.stdout.write(`${text}\n`),
  writeError: (text) => void process.stderr.write(`${text}\n`),
  async readLine() {
    const lines = createInterface({ input: process.stdin });
    const line = await Promise.race([
      once(lines, 'line').then(([typed]) => String(typed)),
      once(lines, 'close').then(() => ''),
    ]);
    lines.close();
    process.stdin.pause();
    return line;
  },
};

export interface Request {
  /** The command as typed, without arguments, such as `products change`. */
  readonly command: string;
  readonly asJson: boolean;
  /** Whether `--yes` confirms all questions. */
  readonly isConfirmed: boolean;
  carryOut(tools: Tools): Promise<CliOutput>;
}

const about = `Looks after a store: its customers, money and packages.

Needs the store's environment: DATABASE_URL (or DATA_DIR, while the store is not
running), and for what asks the card gateway GATEWAY_URL and
GATEWAY_SECURITY_KEY. Times are UTC. What is done is written down, with the name
in COFFER_OPERATOR or that of the system's user.`;

const exitCodes = `
Exit codes: 0 done; 1 not found, refused by a rule, or differences found;
2 wrong usage or environment; 3 no connection, or a service refused or failed.
With --json, standard output has one object: the result, or
{ "error": { "code", "exitCode", "message" } }.`;

export const createProgram = (terminal: Terminal, take: (request: Request) => Promise<void>): Command => {
  const program = new Command('coffer')
    .description(about)
    .option('--json', 'print JSON, also for errors')
    .version(version, '--version', 'print the version')
    .addHelpText('after', exitCodes)
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
    .configureOutput({
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.writeError(text.trimEnd()),
      // `runCoffer` prints errors.
      outputError: () => undefined,
    })
    .exitOverride();

  addCommands((name, parameters, work) => {
    const [first = '', second] = name.split(' ');
    const parent = second === undefined ? program : program.commands.find((one) => one.name() === first);
    if (parent === undefined) throw new Error(`The command ${first} must come before ${name}.`);
    const command = parent.command(second ?? first).description(descriptions[name]);
    for (const parameter of parameters)
      if ('flags' in parameter) command.addOption(parameter);
      else command.addArgument(parameter);
    if (work === undefined) return;
    command.action(() => {
      const { json = false, yes = false } = command.optsWithGlobals<{ json?: boolean; yes?: boolean }>();
      const values = command.registeredArguments.map((one, index) => [
        one.name(),
        command.processedArgs[index],
      ]);
      const given = { ...command.opts(), ...Object.fromEntries(values) };
      return take({ command: name, asJson: json, isConfirmed: yes, carryOut: (tools) => work(tools, given) });
    });
  });
  return program;
};
