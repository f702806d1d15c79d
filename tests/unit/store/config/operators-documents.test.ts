import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type * as v from 'valibot';
import { expect, it } from 'vitest';
import { readConfig } from '#server/store/config/config.ts';
import { secretNames, variables } from '#server/store/config/variables.ts';

const entries: Readonly<Record<string, v.GenericSchema>> = variables;

const defaultOf = (schema: v.GenericSchema): string | undefined => {
  if (schema.type !== 'optional') return 'required';
  const value: unknown = Reflect.get(schema, 'default');
  return typeof value === 'string' ? `\`${value}\`` : undefined;
};

it('docs/variables.md lists exactly the store’s variables, with their defaults', async () => {
  const document = await readFile('docs/variables.md', 'utf8');
  const rows = [...document.matchAll(/^\| `([A-Z_]+)` \| (.*?) ?\| (.+) \|$/gm)];
  expect(rows.map(([, name]) => name).toSorted()).toEqual(Object.keys(entries).toSorted());
  for (const [, name = '', said = ''] of rows) {
    const expected = entries[name] && defaultOf(entries[name]);
    if (expected === undefined) expect(said, name).not.toMatch(/^(required$|`[^`]+`$)/);
    else expect(said, name).toBe(expected);
  }
});

it('docs/variables.md lists which variables can be read from files', async () => {
  const [, said = ''] =
    /\*\*Secrets from files\.\*\*(.*?)you can set/s.exec(await readFile('docs/variables.md', 'utf8')) ?? [];
  const endings = [...said.matchAll(/`(\w+)`/g)].map(([, ending = '']) => ending);
  const secrets = Object.keys(entries).filter((name) => endings.some((ending) => name.endsWith(ending)));
  expect(secrets.toSorted()).toEqual([...secretNames()].toSorted());
});

it('.env.example is a valid configuration once its secrets are set', async () => {
  const example = parseEnv(await readFile('.env.example', 'utf8'));
  const given = Object.entries(example).map(([name, value]) =>
    name.endsWith('_FILE') ? [name.replace('_FILE', ''), 'secret'] : [name, value],
  );
  expect(readConfig(Object.fromEntries(given))).toMatchObject({ autoMigrate: false, trustedProxies: 1 });
  expect(Object.keys(Object.fromEntries(given)).filter((name) => !(name in entries))).toEqual([]);
});
