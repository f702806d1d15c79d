import { Command } from 'commander';
import { withSecretsRedacted } from '../logging/failures.ts';
import { adjust } from './adjust.ts';
import { atLeast, readCents, readCredits, readDay, readId, readReason } from './arguments.ts';
import { showAttempt } from './attempt.ts';
import { listActions } from './audit.ts';
import { blockCustomer, unblockCustomer } from './block.ts';
import { proveBooks } from './books.ts';
import { decideCase, listUndecided } from './cases.ts';
import { resumePurchases, showCircuitBreaker } from './circuit-breaker.ts';
import { showCustomer } from './customer.ts';
import { eraseCustomer } from './erase.ts';
import { exportCustomer } from './export.ts';
import { addKeyCommands } from './key-commands.ts';
import { addProductCommands } from './product-commands.ts';
import { reconcile } from './reconcile.ts';
import { refund } from './refund.ts';
import { noteRestore } from './restored.ts';
import type { CliOutput, RegisterCommand, Tools } from './tools.ts';
import { addTopUpCommands } from './top-up-commands.ts';
import { showHold, showSpend } from './undo-credits.ts';
import { addWebhookCommands } from './webhook-commands.ts';

export interface Terminal {
  print(text: string): void;
  writeError(text: string): void;
  /** Empty at the end of the input. */
  readLine(): Promise<string>;
}

export interface Request {
  /** As typed, without arguments: `products change`. */
  readonly command: string;
  readonly asJson: boolean;
  /** Whether `--yes` answers all questions. */
  readonly isConfirmed: boolean;
  carryOut(tools: Tools): Promise<CliOutput>;
}

const about = `Looks after a store: its customers, money and packages.

Needs the store's environment: DATABASE_URL (or DATA_DIR, while the store is not
running), and for what asks the card gateway GATEWAY_URL and
GATEWAY_SECURITY_KEY. Times are UTC. What is done is written down, with the name
in COFFER_OPERATOR or that of the system's user.`;

const exitCodes = `
Exit codes: 0 done; 1 refused, not found or differences found; 2 wrong usage.`;

const customerArgument = ['<customer>', 'email address or customer id'] as const;
const attemptArgument = ['<attempt>', 'attempt id (the order id), or the gateway’s transaction id'] as const;
const yesOption = ['--yes', 'skip the confirmation'] as const;
const reasonOption = ['--reason <text>', 'why; kept forever, so do not name anyone', readReason] as const;
const lastRows = 20;

export const createProgram = (terminal: Terminal, take: (request: Request) => void): Command => {
  const program = new Command('coffer')
    .description(about)
    .option('--json', 'print JSON')
    .addHelpText('after', exitCodes)
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
    .configureOutput({
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.writeError(withSecretsRedacted(text.trimEnd())),
    })
    .exitOverride();

  let called = program;
  program.hook('preAction', (_, command) => {
    called = command;
  });
  const register: RegisterCommand = (work) => {
    const { json = false, yes = false } = called.optsWithGlobals<{ json?: boolean; yes?: boolean }>();
    take({ command: nameOf(called), asJson: json, isConfirmed: yes, carryOut: work });
  };

  addCaseCommands(program, register);
  addMoneyCommands(program, register);
  addTopUpCommands(program, register);
  addProductCommands(program, register);
  addKeyCommands(program, register);
  addWebhookCommands(program, register);
  addRecordCommands(program, register);
  return program;
};

const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

const addCaseCommands = (program: Command, register: RegisterCommand): void => {
  program
    .command('customer')
    .description('show the balance, purchases, attempts and cases of a customer')
    .argument(...customerArgument)
    .option('--limit <rows>', 'maximum number of purchases and attempts', atLeast(1), lastRows)
    .action((customer: string, { limit }: { limit: number }) =>
      register((tools) => showCustomer(tools, { customer, limit })),
    );

  for (const [name, work, description] of [
    ['block', blockCustomer, 'stop all purchases of a customer immediately'],
    ['unblock', unblockCustomer, 'let a blocked customer buy again'],
  ] as const)
    program
      .command(name)
      .description(description)
      .argument(...customerArgument)
      .option(...reasonOption)
      .action((customer: string, { reason = null }: { reason?: string | null }) =>
        register((tools) => work(tools, { customer, reason })),
      );

  program
    .command('attempt')
    .description('show everything about a purchase attempt')
    .argument(...attemptArgument)
    .action((attempt: string) => register((tools) => showAttempt(tools, { attempt })));

  const open = program
    .command('open')
    .description('list open cases, attempts and refunds, and why they are open')
    .action(() => register(listUndecided));
  open
    .command('close')
    .description('close a case permanently')
    .argument('<case>', 'case id', readId)
    .requiredOption('--note <text>', 'what you decided; kept forever, so do not name anyone', readReason)
    .action((caseId: string, { note }: { note: string }) =>
      register((tools) => decideCase(tools, { caseId, note })),
    );
};

const addMoneyCommands = (program: Command, register: RegisterCommand): void => {
  program
    .command('refund')
    .description('refund a purchase in full or in part, through the gateway')
    .argument(...attemptArgument)
    .argument('[cents]', 'US cents, a whole number (500 is $5.00); default: all that is left', readCents)
    .option(...reasonOption)
    .option(...yesOption)
    .action(
      (attempt: string, amountCents: number | undefined, { reason = null }: { reason?: string | null }) =>
        register((tools) => refund(tools, { attempt, amountCents, reason })),
    );

  program
    .command('adjust')
    .description('give a customer credits, or take some away')
    .argument(...customerArgument)
    .argument('<credits>', 'a whole number; negative takes credits away', readCredits)
    .requiredOption(...reasonOption)
    .option('--below-zero', 'allow a balance below zero')
    .option(...yesOption)
    .action(
      (
        customer: string,
        credits: number,
        { reason, belowZero = false }: { reason: string; belowZero?: boolean },
      ) => register((tools) => adjust(tools, { customer, credits, reason, mayFallBelowZero: belowZero })),
    );

  for (const [name, work, description, undo] of [
    ['spend', showSpend, 'show a spend of the merchant’s API', 'return all credits that it has left'],
    ['hold', showHold, 'show a hold of the merchant’s API', 'release it'],
  ] as const)
    program
      .command(name)
      .description(description)
      .argument('<id>', 'its id, a UUID', readId)
      .option('--undo', undo)
      .option(...reasonOption)
      .option(...yesOption)
      .action((id: string, { undo = false, reason = null }: { undo?: boolean; reason?: string | null }) =>
        register((tools) => work(tools, { id, undo, reason })),
      );

  program
    .command('brake')
    .description('show whether declined cards paused purchases, and whose cards they were')
    .action(() => register(showCircuitBreaker));

  program
    .command('resume')
    .description('end a pause of purchases after declined cards')
    .requiredOption(...reasonOption)
    .action(({ reason }: { reason: string }) => register((tools) => resumePurchases(tools, { reason })));
};

const addRecordCommands = (program: Command, register: RegisterCommand): void => {
  program
    .command('reconcile')
    .description('compare the gateway’s records of a day with the books')
    .argument('<day>', 'YYYY-MM-DD, from midnight to midnight UTC', readDay)
    .action((day: Date) => register((tools) => reconcile(tools, { day })));

  program
    .command('books')
    .description('check all balances and counts against the postings, for example after a restore')
    .action(() => register(proveBooks));

  program
    .command('restored')
    .description(
      'let new events skip all ids that were used before (after a restore, before the store starts)',
    )
    .action(() => register(noteRestore));

  program
    .command('export')
    .description('print all data of a customer as JSON')
    .argument(...customerArgument)
    .action((customer: string) => register((tools) => exportCustomer(tools, { customer })));

  program
    .command('erase')
    .description('erase a customer’s personal data; the books stay. Delete the user in the pool first')
    .argument(...customerArgument)
    .option('--account-stays', 'erase even if the user pool still has the account')
    .option(...yesOption)
    .action((customer: string, { accountStays = false }: { accountStays?: boolean }) =>
      register((tools) => eraseCustomer(tools, { customer, isAccountKept: accountStays })),
    );

  program
    .command('audit')
    .description('list what operators did, newest first')
    .option('--customer <id>', 'only actions about the customer with this id')
    .option('--limit <rows>', 'maximum number of actions', atLeast(1), lastRows)
    .action(({ customer = null, limit }: { customer?: string | null; limit: number }) =>
      register(({ database }) => listActions(database, { limit, customerId: customer })),
    );
};
