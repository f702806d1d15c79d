import type { Command } from 'commander';
import type { Scope } from '#contract/merchant/endpoints.ts';
import { atLeast, readKeyName, readScopes } from './arguments.ts';
import { addKey, listKeys, revokeKey, showKey } from './keys.ts';
import type { RegisterCommand } from './tools.ts';

export const addKeyCommands = (program: Command, register: RegisterCommand): void => {
  const keys = program
    .command('keys')
    .description('create, list, trace and revoke keys of the merchant’s API (/v1/)');

  keys
    .command('add')
    .description('create a key and show it, this one time')
    .argument('<name>', 'the program that uses it; a name can have two active keys', readKeyName)
    .requiredOption(
      '--scopes <list>',
      'read, spend, grant or several of them, separated by commas',
      readScopes,
    )
    .action((name: string, { scopes }: { scopes: readonly Scope[] }) =>
      register((tools) => addKey(tools, { name, scopes })),
    );

  keys
    .command('list')
    .description('list active keys by their prefixes, with their last use')
    .option('--all', 'include revoked keys')
    .action(({ all = false }: { all?: boolean }) => register((tools) => listKeys(tools, { all })));

  keys
    .command('show')
    .description('list what a key changed, newest first')
    .argument('<prefix>', 'its prefix; the key may be revoked')
    .option('--limit <rows>', 'maximum number of changes', atLeast(1), 20)
    .action((key: string, { limit }: { limit: number }) =>
      register((tools) => showKey(tools, { key, limit })),
    );

  keys
    .command('revoke')
    .description('revoke a key at once')
    .argument('<key>', 'its prefix, or its name if no other key has it')
    .action((key: string) => register((tools) => revokeKey(tools, { key })));
};
