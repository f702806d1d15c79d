import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createOperator } from '../support/operator.ts';
import { expectComplaint } from '../support/refusals.ts';
import { databaseOfFile, openTestDatabase } from '../support/test-database.ts';

let name: string;
const database = await databaseOfFile();
const operator = createOperator(database);
beforeEach(() => {
  name = `worker-${crypto.randomUUID()}`;
});

const add = (scopes = 'read,spend') => operator.json('keys', 'add', name, '--scopes', scopes);
const listed = async (...more: string[]) =>
  (await operator.json('keys', 'list', ...more)).keys.filter((key: { name: string }) => key.name === name);
const everythingStored = async () =>
  JSON.stringify(
    await Promise.all(
      ['api_keys', 'operator_actions'].map((table) =>
        database.query(`select to_jsonb(${table}) as row from ${table}`),
      ),
    ),
  );

describe('coffer keys', () => {
  it('shows a new key once and stores only its prefix and hash', async () => {
    const { key, prefix, ...added } = await add('spend, read');
    expect(key).toMatch(/^coffer_key_[0-9a-f]{48}$/);
    expect(added).toEqual({ name, scopes: ['read', 'spend'], createdAt: expect.any(String) });
    expect(key.slice(0, 19)).toBe(prefix);
    const stored = await everythingStored();
    expect(stored).toContain(prefix);
    expect(stored).not.toContain(key.slice(19));
    expect(stored).toContain(createHash('sha256').update(key).digest('hex'));
    expect(await listed()).toEqual([{ ...added, prefix, lastUsedAt: null, revokedAt: null }]);
    expect((await operator.run('keys', 'list')).text).toMatch(
      new RegExp(`^${name} +${prefix} +read, spend +[-\\d]+ [:\\d]+ +never$`, 'm'),
    );
    expect((await operator.run('keys', 'add', name, '--scopes', 'grant')).text).toMatch(
      /^Key {5}coffer_key_[0-9a-f]{48}\n.*\n.*\nStore the key now/,
    );
  });

  it('allows two active keys with the same name and revokes one by its prefix', async () => {
    const first = await add();
    const second = await add();
    expect(second.key).not.toBe(first.key);
    await expectComplaint(
      operator.run('keys', 'add', name, '--scopes', 'read'),
      `Two keys named ${name} are active: revoke one first.`,
    );
    await expectComplaint(
      operator.run('keys', 'revoke', name),
      `Two keys are named ${name}. Name one by its prefix: ${first.prefix}, ${second.prefix}`,
    );
    const revoked = { name, prefix: first.prefix, result: 'revoked' };
    expect(await operator.json('keys', 'revoke', first.prefix)).toEqual(revoked);
    expect((await listed()).map(({ prefix }: { prefix: string }) => prefix)).toEqual([second.prefix]);
    expect(await listed('--all')).toHaveLength(2);
    expect((await operator.run('keys', 'list', '--all')).text).toMatch(
      new RegExp(`${first.prefix}.* revoked [-\\d]+ [:\\d]+$`, 'm'),
    );
    await add();
    expect(await operator.run('keys', 'add', name, '--scopes', 'read')).toMatchObject({ exitCode: 1 });
  });

  it('revokes a key by its name or by the whole key and audits the changes', async () => {
    await add();
    expect(await operator.json('keys', 'revoke', name)).toMatchObject({ name, result: 'revoked' });
    const { key, prefix } = await add();
    expect(await operator.json('keys', 'revoke', key)).toMatchObject({ prefix });
    const { actions } = await operator.json('audit');
    const about = actions.filter(({ subject }: { subject: string }) => subject === prefix);
    expect(about).toMatchObject([
      { command: 'keys revoke', operator: 'grace', details: { name }, result: 'revoked' },
      { command: 'keys add', operator: 'grace', details: { name, scopes: 'read,spend' }, result: 'added' },
    ]);
    await expectComplaint(operator.run('keys', 'revoke', key), `There is no active key ${prefix}.`);
    expect(await everythingStored()).not.toContain(key.slice(19));
  });

  const scopesAre = 'Use one or more of read, spend, grant';
  const namesAre = 'Use 1 to 100 letters';
  it.each([
    ['worker', '', scopesAre],
    ['worker', 'read,write', scopesAre],
    ['worker', 'read,,spend', scopesAre],
    ['', 'read', namesAre],
    ['a b', 'read', namesAre],
    ['x'.repeat(101), 'read', namesAre],
    [`coffer_key_${'0'.repeat(48)}`, 'read', namesAre],
  ])('rejects the name "%s" with the scopes "%s"', async (given, scopes, complaint) => {
    const { exitCode, complaints } = await operator.run('keys', 'add', given, '--scopes', scopes);
    expect({ exitCode, complaints }).toEqual({ exitCode: 2, complaints: expect.stringContaining(complaint) });
  });

  it('reports that there are no keys', async () => {
    const empty = await openTestDatabase();
    expect((await createOperator(empty).run('keys', 'list')).text).toBe('There are no keys.');
    await empty.close();
  });
});

it('a reason that contains an API key is rejected', async () => {
  const { key } = await add();
  const { exitCode, complaints } = await operator.run('resume', '--reason', `leaked ${key}`);
  const refused = expect.stringContaining('it must not contain a key.');
  expect({ exitCode, complaints }).toEqual({ exitCode: 2, complaints: refused });
  expect(complaints).not.toContain(key.slice(19));
  expect(await operator.run('resume', '--reason', key.slice(0, 19))).toMatchObject({ exitCode: 1 });
});
