import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { callsAbout, createMerchant } from '../../../tests/unit/store/support/merchant.ts';
import { startStoreUnderTest } from '../../../tests/unit/store/support/store-under-test.ts';
import { compileUse, installPacked } from '../../local-services/test/packed.ts';
import { serve } from '../../local-services/test/serving.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../', import.meta.url));
const client = join(repository, 'packages/coffer-client');

const uses = `import { CofferError, createCoffer, type Held, verifyWebhook } from 'coffer-client';
const coffer = createCoffer({ url: 'http://localhost:5175', key: 'a-key' });
const state = async (): Promise<'open' | 'captured' | 'released' | 'expired'> => (await coffer.readHold('a')).state;
const hold = { customerId: 'a', credits: 2 };
export const work = (): Promise<Held<undefined>> => coffer.withHold(hold, async () => undefined);
export const drawn = (): Promise<Held<string>> => coffer.withHold(hold, async () => ({ credits: 1, result: 'a picture' }));
export const cached = (isNew: boolean): Promise<Held<string | undefined>> =>
  coffer.withHold(hold, () => (isNew ? { credits: 1, result: 'a picture' } : 0), { timeoutMs: 1_000 });
export const isEmpty = (error: unknown) => error instanceof CofferError && error.code === 'insufficient-credits';
export const type: string = verifyWebhook({}, '', '').type;
export const refused = async (): Promise<string[]> =>
  (await coffer.spends.batch([hold])).flatMap((result) => ('code' in result ? [result.id] : []));
export const days = async (): Promise<string[]> => (await coffer.readUsage('a')).rows.map(({ day }) => day);
export const references = async (): Promise<(string | null)[]> =>
  (await coffer.readUsage('a', { by: 'reference' })).rows.map(({ reference }) => reference);
// @ts-expect-error
coffer.spend({ customerId: 'a', credits: '2' });
// @ts-expect-error
coffer.withHold(hold, async () => 'a picture');
// @ts-expect-error
export const isLost = async () => (await state()) === 'lost';
`;

/** Prints whether ESM and CommonJS have the same class, so that `instanceof` works in a program that loads both. */
const loads = `const { CofferError, createCoffer } = require('coffer-client');
createCoffer({ url: 'http://localhost', key: 'a-key' });
import('coffer-client').then((esm) => console.log(esm.CofferError === CofferError, typeof esm.verifyWebhook));
`;

const charges = `import { createCoffer } from 'coffer-client';
import { charge } from './charge.js';
const coffer = createCoffer({ url: process.env.COFFER_URL, key: process.env.COFFER_KEY });
for (const id of process.argv.slice(2)) await charge(coffer, await coffer.readHold(id), 8);
`;

test('the packed client runs the README’s example, and the README’s recipe charges finished work once', {
  timeout: 180_000,
}, async () => {
  const [directory, store] = await Promise.all([installPacked(client), startStoreUnderTest()]);
  onTestFinished(() => store.close());
  const { port } = await serve(getRequestListener(store.app.fetch));
  const customer = await store.newCustomer();
  const merchant = await createMerchant(store);
  const credits = { customer_id: customer, credits: 50, reason: 'welcome' };
  await merchant.put(`/grants/${crypto.randomUUID()}`, credits);

  const readme = await readFile(join(client, 'README.md'), 'utf8');
  const [, example = ''] = /^```js\n(.*?)^```/ms.exec(readme) ?? [];
  expect(example.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
  const lines = example.replace('demo@example.com', `${customer}@example.com`);
  await writeFile(join(directory, 'example.js'), lines);
  const environment = { COFFER_URL: `http://localhost:${port}`, COFFER_KEY: merchant.key };
  const inFolder = { cwd: directory, env: { ...process.env, ...environment } };
  const { stdout } = await run(process.execPath, ['example.js'], inFolder);
  expect(stdout).toBe('Spent 5, 45 left\nCaptured 13 for a picture, 32 left\nNeeds 1000000, has 32\n');

  const [recipe = ''] = /^import \{ spendIdFor \}.*?(?=^```)/ms.exec(readme) ?? [];
  await writeFile(join(directory, 'charge.js'), recipe);
  await writeFile(join(directory, 'charges.js'), charges);
  const calls = callsAbout(() => ({ merchant, customer }));
  const holds = [await calls.hold(5, { expires_in: 60 }), await calls.hold(5)];
  await store.clock.advance(60_000);
  await run(process.execPath, ['charges.js', ...holds, ...holds], inFolder);
  expect((await merchant.get(`/customers/${customer}`)).body).toMatchObject({ balance: 16, held: 0 });
  expect((await merchant.get(`/holds/${holds[0]}`)).body).toMatchObject({ state: 'expired' });
});

test('the packed client loads and compiles in ESM and CommonJS, and its README links to nothing outside', {
  timeout: 180_000,
}, async () => {
  const directory = await installPacked(client);
  const [tarball = ''] = (await readdir(directory)).filter((name) => name.endsWith('.tgz'));
  const data = createPackageFromTarballData(await readFile(join(directory, tarball)));
  expect(await checkPackage(data)).toMatchObject({ types: { kind: 'included' }, problems: [] });

  const flags = ['--exactOptionalPropertyTypes'];
  await compileUse(directory, uses, ...flags);
  const commonJs = join(directory, 'common-js');
  await mkdir(commonJs);
  await writeFile(join(commonJs, 'package.json'), '{"type":"commonjs"}');
  await compileUse(commonJs, uses, ...flags, '--module', 'node16');
  await writeFile(join(commonJs, 'loads.js'), loads);
  // Node 20.11 can't `require` ESM, and newer versions can with this flag only.
  const { stdout } = await run(process.execPath, ['--no-experimental-require-module', 'loads.js'], {
    cwd: commonJs,
  });
  expect(stdout).toBe('true function\n');

  const installed = join(directory, 'node_modules/coffer-client');
  const code = await readFile(join(installed, 'dist/index.cjs'), 'utf8');
  expect([...code.matchAll(/\brequire\(["'](.+?)["']\)/g)].map(([, name]) => name)).toEqual([
    'standardwebhooks',
  ]);
  const readme = await readFile(join(installed, 'README.md'), 'utf8');
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);
  expect(links.filter((to) => !/^(https:|#)/.test(to))).toEqual([]);
});
