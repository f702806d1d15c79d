import {
  type ApiKey,
  addApiKey,
  createApiKey,
  listApiKeys,
  prefixOf,
  revokeApiKey,
} from '../merchant/api-keys.ts';
import { blocks, fields, instant, lines, table, whole } from './report.ts';
import { CliError, type CommandWork } from './tools.ts';

/** `coffer keys add`: creates an API key for the merchant and prints it. It can't be shown again. */
export const addKey: CommandWork<Pick<ApiKey, 'name' | 'scopes'>> = (
  { database, writeDown },
  { name, scopes },
) =>
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
        'Store the key now. You won’t see it again.',
      ),
    };
  });

/** `coffer keys list`: lists keys, newest first. `all` includes revoked ones. */
export const listKeys: CommandWork<{ all?: boolean }> = async ({ database }, { all }) => {
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

/** A change made with an API key. */
interface KeyChange {
  readonly at: Date;
  /** The API call that made the change. */
  readonly call: 'spend' | 'return' | 'hold' | 'capture' | 'extend' | 'release' | 'grant' | 'void';
  /** The call's id. For a capture, extension, release or void, the id of the hold or grant. */
  readonly id: string;
  readonly customerId: string;
  /** Null if the call moved no credits. */
  readonly credits: number | null;
}

/** `coffer keys show`: lists what a key changed, newest first. Accepts a prefix or a whole key. */
export const showKey: CommandWork<{ prefix: string; limit: number }> = async (
  { database, writeDown },
  { prefix: given, limit },
) => {
  const named = prefixOf(given) ?? given;
  const key = (await listApiKeys(database)).find(({ prefix }) => prefix === named);
  if (key === undefined) throw new CliError(`There is no key with the prefix ${named}.`, 'not-found');
  const changes = await database.query<KeyChange>(findChanges, [key.prefix, limit]);
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

/** `coffer keys revoke`: revokes a key, from the next call on. Accepts a name, a prefix or a whole key. */
export const revokeKey: CommandWork<{ key: string }> = ({ database, writeDown }, { key: given }) =>
  database.transaction(async (transaction) => {
    const named = prefixOf(given) ?? given;
    const active = (await listApiKeys(transaction)).filter(({ revokedAt }) => revokedAt === null).reverse();
    const [found, ...others] = active.filter((key) => key.name === named || key.prefix === named);
    if (found === undefined) throw new CliError(`There is no active key ${named}.`, 'not-found');
    if (others.length > 0)
      throw new CliError(
        `Two keys are named ${named}. Name one by its prefix: ${[found, ...others].map(({ prefix }) => prefix).join(', ')}`,
      );
    const { name, prefix } = found;
    if (!(await revokeApiKey(transaction, prefix)))
      throw new CliError(`There is no active key ${prefix}.`, 'not-found');
    await writeDown(transaction, { subject: prefix, details: { name }, result: 'revoked' });
    return { json: { name, prefix, result: 'revoked' }, text: fields({ Revoked: prefix, Name: name }) };
  });

/** Finds changes, newest first. Voids come from `key_calls`, because a void without credits left has no movement. */
const findChanges = `
  with booked as (
    select created_at as at, case when reference like 'hold %' then 'capture' else kind end as call,
      split_part(reference, ' ', 2)::uuid as id, customer_id, movement
    from movements
    where key_prefix = $1 and reference not like 'void %'
    order by created_at desc, movement desc limit $2
  ), called as (
    select at, call, id, customer_id, null::bigint as movement from key_calls
    where key_prefix = $1 order by entry desc limit $2
  )
  select at, call, id, customer_id as "customerId",
    coalesce(
      (select sum(amount)::bigint from postings where (customer_id, movement) = (changes.customer_id, changes.movement)),
      case call when 'hold' then (select credits from holds where (customer_id, hold_id) = (changes.customer_id, id)) end
    ) as credits
  from (select * from booked union all select * from called) changes
  order by at desc, movement desc nulls last limit $2`;
