import { spawnSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { generateSource } from 'oazapfts';
import { afterAll, expect, it } from 'vitest';
import { makeDirectory } from '../../../../packages/local-services/test/serving.ts';
import { callsAbout, createMerchant, sendTo } from '../support/merchant.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const store = await storeOfFile();
const merchant = await createMerchant(store);
const folder = await makeDirectory(afterAll);

/** Other vendors' programs take seconds, and longer on a busy machine. */
const slow = { timeout: 120_000 };

/** Returns what the recommended rules of Redocly and Spectral find. */
const lint = async (document: object): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] });
  const redocly = await lintFromString({ source: JSON.stringify(document), config });
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[Object(spectralRulesets.oas), 'recommended']] });
  return [
    ...redocly.map(({ severity, ruleId, message }) => `${severity}: ${ruleId}: ${message}`),
    ...(await spectral.run({ ...document })).map(
      ({ severity, code, message }) => `${severity === 0 ? 'error' : 'warn'}: ${code}: ${message}`,
    ),
  ];
};

it('Redocly’s and Spectral’s recommended rules find nothing in /v1/openapi.json', slow, async () => {
  const { body } = await store.call('/v1/openapi.json');
  expect(await lint(Object(body))).toEqual([]);
});

it('Redocly’s and Spectral’s recommended rules find no errors in /openapi.json', slow, async () => {
  const { body } = await store.call('/openapi.json');
  expect((await lint(Object(body))).filter((found) => found.startsWith('error'))).toEqual([]);
});

/** A merchant's program. Its wrong call must not compile. */
const program = `
import { defaults, spend } from './client.mjs';

export const spendOne = async (options: typeof defaults, id: string, customer_id: string) => {
  const answer = await spend(id, { customer_id, credits: 1, reference: 'picture 7' }, options);
  if (answer.status === 402) return { refused: answer.data.code };
  if (answer.status !== 201) return { status: answer.status };
  return { available: answer.data.available, at: answer.data.created_at.slice(0, 10) };
};

// @ts-expect-error
export const wrong = () => spend('an id', { customer_id: 'a customer', credits: '1' });
`;

/** Generates a client from the document, and compiles it with {@link program}. Returns the compiled program's URL. */
const compileProgram = async (document: unknown): Promise<string> => {
  const file = (name: string) => join(folder, name);
  await writeFile(file('openapi.json'), JSON.stringify(document));
  await writeFile(file('client.mts'), await generateSource(file('openapi.json')));
  await writeFile(file('program.mts'), program);
  await symlink(resolve('node_modules'), file('node_modules'));
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', 'program.mts'];
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const compiled = spawnSync(process.execPath, [tsc, ...options], { cwd: folder, encoding: 'utf8' });
  expect(compiled).toMatchObject({ status: 0, stdout: '' });
  return pathToFileURL(file('program.mjs')).href;
};

it('a TypeScript client generated from /v1/openapi.json compiles, and spends a credit', slow, async () => {
  const { body } = await store.call('/v1/openapi.json');
  const { spendOne } = await import(/* @vite-ignore */ await compileProgram(body));
  const headers = { Authorization: `Bearer ${merchant.key}` };
  const client = { baseUrl: 'http://localhost', headers, fetch: sendTo(store) };
  const customer = await store.newCustomer();
  const id = crypto.randomUUID();
  expect(await spendOne(client, id, customer)).toEqual({ refused: 'insufficient-credits' });
  await callsAbout(() => ({ merchant, customer })).grant(5);
  expect(await spendOne(client, id, customer)).toEqual({ available: 4, at: '2026-11-20' });
  expect(await spendOne(client, id, customer)).toEqual({ status: 200 });
});
