import { Command } from 'commander';
import { adjust } from './adjust.ts';
import { atLeast, readCents, readCredits, readDay, readId, readReason } from './arguments.ts';
import { showAttempt } from './attempt.ts';
import { listActions } from './audit.ts';
import { blockCustomer, unblockCustomer } from './block.ts';
import { proveBooks } from './books.ts';
import { resumePurchases, showBrake } from './brake.ts';
import { decideCase, listUndecided } from './cases.ts';
import { showCustomer } from './customer.ts';
import { eraseCustomer } from './erase.ts';
import { exportCustomer } from './export.ts';
import { addKeyCommands } from './key-commands.ts';
import { addProductCommands, type Does } from './product-commands.ts';
import { reconcile } from './reconcile.ts';
import { refund } from './refund.ts';
import type { Answer, Tools } from './tools.ts';

export interface Terminal {
  print(text: string): void;
  complain(text: string): void;
  /** Empty at the end of the input. */
  readLine(): Promise<string>;
}

export interface Request {
  readonly asJson: boolean;
  /** Whether `--yes` answers all questions. */
  readonly isConfirmed: boolean;
  carryOut(tools: Tools): Promise<Answer>;
}

const about = `Looks after a store: its customers, money and packages.

Needs the store's environment: DATABASE_URL (or DATA_DIR, while the store is not
running), and for what asks the card gateway GATEWAY_URL and
GATEWAY_SECURITY_KEY. Times are UTC. What is done is written down, with the name
in COFFER_OPERATOR or that of the system's user.`;

const exitCodes = `
Exit codes: 0 done; 1 refused, not found or differing; 2 not understood.`;

const customerArgument = ['<customer>', 'email address or customer id'] as const;
const attemptArgument = ['<attempt>', 'its id (the order), or the gateway’s id of its transaction'] as const;
const yesOption = ['--yes', 'do not ask'] as const;
const reasonOption = ['--reason <text>', 'why; kept for good, so it may name nobody', readReason] as const;
const lastRows = 20;

export const createProgram = (terminal: Terminal, take: (request: Request) => void): Command => {
  const program = new Command('coffer')
    .description(about)
    .option('--json', 'answer in JSON')
    .addHelpText('after', exitCodes)
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
    .configureOutput({
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.complain(text.trimEnd()),
    })
    .exitOverride();

  const does: Does = (command, work) => {
    const { json = false, yes = false } = command.optsWithGlobals<{ json?: boolean; yes?: boolean }>();
    take({ asJson: json, isConfirmed: yes, carryOut: work });
  };

  program
    .command('customer')
    .description('the balance, purchases, attempts and cases of a customer')
    .argument(...customerArgument)
    .option('--limit <rows>', 'how many purchases and attempts', atLeast(1), lastRows)
    .action((customer: string, { limit }: { limit: number }, command: Command) =>
      does(command, (tools) => showCustomer(tools, { customer, limit })),
    );

  for (const [name, work, description] of [
    ['block', blockCustomer, 'stop the purchases of a customer at once'],
    ['unblock', unblockCustomer, 'let a blocked customer buy again'],
  ] as const)
    program
      .command(name)
      .description(description)
      .argument(...customerArgument)
      .option(...reasonOption)
      .action((customer: string, { reason = null }: { reason?: string | null }, command: Command) =>
        does(command, (tools) => work(tools, { customer, reason })),
      );

  program
    .command('attempt')
    .description('all that is known of a purchase attempt')
    .argument(...attemptArgument)
    .action((attempt: string, _: unknown, command: Command) =>
      does(command, (tools) => showAttempt(tools, { attempt })),
    );

  const open = program
    .command('open')
    .description('what is undecided, and why')
    .action((_: unknown, command: Command) => does(command, listUndecided));
  open
    .command('close')
    .description('close a case for good')
    .argument('<case>', 'its id', readId)
    .requiredOption('--note <text>', 'what was decided; kept for good, so it may name nobody', readReason)
    .action((caseId: string, { note }: { note: string }, command: Command) =>
      does(command, (tools) => decideCase(tools, { caseId, note })),
    );

  program
    .command('refund')
    .description('have the gateway give back what a purchase charged, or a part of it')
    .argument(...attemptArgument)
    .argument('[cents]', 'US cents, a whole number (500 is $5.00); all that is left', readCents)
    .option(...reasonOption)
    .option(...yesOption)
    .action(
      (
        attempt: string,
        amountCents: number | undefined,
        { reason = null }: { reason?: string | null },
        command: Command,
      ) => does(command, (tools) => refund(tools, { attempt, amountCents, reason })),
    );

  program
    .command('adjust')
    .description('give a customer credits, or take some')
    .argument(...customerArgument)
    .argument('<credits>', 'a whole number; below zero takes', readCredits)
    .requiredOption(...reasonOption)
    .option('--below-zero', 'the balance may fall below zero')
    .option(...yesOption)
    .action(
      (
        customer: string,
        credits: number,
        { reason, belowZero = false }: { reason: string; belowZero?: boolean },
        command: Command,
      ) =>
        does(command, (tools) => adjust(tools, { customer, credits, reason, mayFallBelowZero: belowZero })),
    );

  program
    .command('brake')
    .description('whose declined cards have paused purchases, or could')
    .action((_: unknown, command: Command) => does(command, showBrake));

  program
    .command('resume')
    .description('let purchases go on that a burst of declined cards has paused')
    .requiredOption(...reasonOption)
    .action(({ reason }: { reason: string }, command: Command) =>
      does(command, (tools) => resumePurchases(tools, { reason })),
    );

  addProductCommands(program, does);
  addKeyCommands(program, does);

  program
    .command('reconcile')
    .description('compare the gateway’s records of a day with the books')
    .argument('<day>', 'YYYY-MM-DD, from midnight to midnight UTC', readDay)
    .action((day: Date, _: unknown, command: Command) => does(command, (tools) => reconcile(tools, { day })));

  program
    .command('books')
    .description('prove all balances and counts from the postings, as after a restored backup')
    .action((_: unknown, command: Command) => does(command, proveBooks));

  program
    .command('export')
    .description('all that is kept of a customer, as JSON')
    .argument(...customerArgument)
    .action((customer: string, _: unknown, command: Command) =>
      does(command, (tools) => exportCustomer(tools, { customer })),
    );

  program
    .command('erase')
    .description('take away what names a customer; the books stay. Delete the user in the pool first')
    .argument(...customerArgument)
    .option('--account-stays', 'erase although the user pool keeps the account')
    .option(...yesOption)
    .action((customer: string, { accountStays = false }: { accountStays?: boolean }, command: Command) =>
      does(command, (tools) => eraseCustomer(tools, { customer, isAccountKept: accountStays })),
    );

  program
    .command('audit')
    .description('what operators did, newest first')
    .option('--customer <id>', 'only about the customer with this id')
    .option('--limit <rows>', 'how many', atLeast(1), lastRows)
    .action(({ customer = null, limit }: { customer?: string | null; limit: number }, command: Command) =>
      does(command, ({ database }) => listActions(database, { limit, customerId: customer })),
    );

  return program;
};
