import { type Command, Option } from 'commander';
import { atLeast, readReason } from './arguments.ts';
import type { RegisterCommand } from './tools.ts';
import { type TopUpState, topUpStates } from './top-up-records.ts';
import { listTopUps, pauseTopUp, resumeTopUp } from './top-ups.ts';

const lastRows = 20;

export const addTopUpCommands = (program: Command, register: RegisterCommand): void => {
  const topUps = program
    .command('top-ups')
    .description('show, pause and resume customers’ automatic top-ups');

  topUps
    .command('list')
    .description('list automatic top-ups, and why an open request waits')
    .option('--customer <customer>', 'only this customer’s (email address or id), with the latest requests')
    .addOption(new Option('--state <state>', 'only those; default: on and paused').choices(topUpStates))
    .option('--limit <rows>', 'maximum number of rows', atLeast(1), lastRows)
    .action(
      ({
        customer = null,
        state = null,
        limit,
      }: {
        customer?: string | null;
        state?: TopUpState | null;
        limit: number;
      }) => register((tools) => listTopUps(tools, { customer, state, limit })),
    );

  for (const [name, work, description] of [
    ['pause', pauseTopUp, 'charge a customer nothing more automatically'],
    ['resume', resumeTopUp, 'continue a paused top-up; this charges nothing'],
  ] as const)
    topUps
      .command(name)
      .description(description)
      .argument('<customer>', 'email address or customer id')
      .option('--reason <text>', 'why; kept forever, so do not name anyone', readReason)
      .action((customer: string, { reason = null }: { reason?: string | null }) =>
        register((tools) => work(tools, { customer, reason })),
      );
};
