import {
  type ApiKey,
  addApiKey,
  createApiKey,
  findActiveKeys,
  findApiKey,
  listApiKeys,
  prefixOf,
  revokeApiKey,
} from '../merchant/api-keys.ts';
import { readKeyChanges } from './key-changes.ts';
import { blocks, fields, instant, lines, table, whole } from './report.ts';
import { CliError, type CliOutput, type Tools } from './tools.ts';

/** `coffer keys add`: prints a new merchant's API key, which can't be looked up later. */
export const addKey = (
  { database, writeDown }: Tools,
  { name, scopes }: Pick<ApiKey, 'name' | 'scopes'>,
): Promise<CliOutput> =>
  database.transaction(async (transaction) => {
    const key = createApiKey();
    const added = await addApiKey(transaction, key, { name, scopes });
    if (added === undefined) throw new CliError(`Two keys named ${name} are active: revoke one first.`);
    const { prefix, createdAt } = added;
    const details = { name, scopes: scopes.join(',') };
    await writeDown(transaction, { subject: prefix, details, result: 'added' });
    return {
      json: { key, name, prefix, scopes, createdAt },
      text: lines(
        `Key     ${key}`,
        `Name    ${name}`,
        `Scopes  ${scopes.join(', ')}`,
        'Store it now: this is the only time that it is shown.',
      ),
    };
  });

/** `coffer keys list`; `all` includes revoked ones. Newest first. */
export const listKeys = async (
  { database }: Pick<Tools, 'database'>,
  { all }: { readonly all?: boolean },
): Promise<CliOutput> => {
  const keys = (await listApiKeys(database)).filter(({ revokedAt }) => all || revokedAt === null);
  const text = table(keys, {
    Name: ({ name }) => name,
    Prefix: ({ prefix }) => prefix,
    Scopes: ({ scopes }) => scopes.join(', '),
    'Created (UTC)': ({ createdAt }) => instant(createdAt),
    'Last used (UTC)': ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : instant(lastUsedAt)),
    '': ({ revokedAt }) => revokedAt && `revoked ${instant(revokedAt)}`,
  });
  return { json: { keys }, text: keys.length === 0 ? 'There are no keys.' : text };
};

/** `coffer keys show`: lists what a key changed, newest first. A whole key counts as its prefix. */
export const showKey = async (
  { database, writeDown }: Tools,
  { prefix: given, limit }: { readonly prefix: string; readonly limit: number },
): Promise<CliOutput> => {
  const named = prefixOf(given) ?? given;
  const key = await findApiKey(database, named);
  if (key === undefined) throw new CliError(`There is no key with the prefix ${named}.`);
  const changes = await readKeyChanges(database, key.prefix, limit);
  await writeDown(database, { subject: key.prefix, result: 'shown' });
  return {
    json: { key, changes },
    text: blocks(
      fields({
        Key: key.prefix,
        Name: key.name,
        Scopes: key.scopes.join(', '),
        Revoked: key.revokedAt && `${instant(key.revokedAt)} UTC`,
      }),
      changes.length === 0
        ? 'It has changed nothing.'
        : table(changes, {
            'When (UTC)': ({ at }) => instant(at),
            Call: ({ call }) => call,
            Credits: ({ credits }) => (credits === null ? null : whole(credits)),
            Id: ({ id }) => id,
            Customer: ({ customerId }) => customerId,
          }),
    ),
  };
};

/** `coffer keys revoke`: takes effect with the next call. A whole key counts as its prefix. */
export const revokeKey = (
  { database, writeDown }: Tools,
  { key: given }: { readonly key: string },
): Promise<CliOutput> =>
  database.transaction(async (transaction) => {
    const named = prefixOf(given) ?? given;
    const [found, ...others] = await findActiveKeys(transaction, named);
    if (found === undefined) throw new CliError(`There is no active key ${named}.`);
    if (others.length > 0)
      throw new CliError(
        `Two keys are named ${named}. Name one by its prefix: ${[found, ...others].map(({ prefix }) => prefix).join(', ')}`,
      );
    const { name, prefix } = found;
    if (!(await revokeApiKey(transaction, prefix))) throw new CliError(`There is no active key ${prefix}.`);
    await writeDown(transaction, { subject: prefix, details: { name }, result: 'revoked' });
    return { json: { name, prefix, result: 'revoked' }, text: fields({ Revoked: prefix, Name: name }) };
  });
