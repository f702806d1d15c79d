import type { Command } from 'commander';
import type { Scope } from '#contract/merchant/scopes.ts';
import { readKeyName, readScopes } from './arguments.ts';
import { addKey, listKeys, revokeKey } from './keys.ts';
import type { Does } from './product-commands.ts';

export const addKeyCommands = (program: Command, does: Does): void => {
  const keys = program
    .command('keys')
    .description('keys of the merchant’s API (/v1/): who may spend, hold and grant credits');

  keys
    .command('add')
    .description('make a key, which is shown this one time')
    .argument('<name>', 'what uses it; two keys of one name can be active at a time', readKeyName)
    .requiredOption('--scopes <list>', 'of read, spend and grant, separated by commas', readScopes)
    .action((name: string, { scopes }: { scopes: readonly Scope[] }, command: Command) =>
      does(command, (tools) => addKey(tools, { name, scopes })),
    );

  keys
    .command('list')
    .description('active keys, by their prefixes, with their last use')
    .option('--all', 'what was revoked, too')
    .action(({ all = false }: { all?: boolean }, command: Command) =>
      does(command, (tools) => listKeys(tools, { all })),
    );

  keys
    .command('revoke')
    .description('refuse a key from its next call on')
    .argument('<key>', 'its prefix, or its name if no other key has it')
    .action((key: string, _: unknown, command: Command) =>
      does(command, (tools) => revokeKey(tools, { key })),
    );
};
