import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { apiReference } from '../../../build/api-reference.ts';
import { storeOfFile } from '../store/support/store-under-test.ts';

const store = await storeOfFile({});

it('docs/reference.md is the reference that the contract and the OpenAPI document give', async () => {
  const sources = ['requests', 'replies'].map((name) => readFile(`contract/merchant/${name}.ts`, 'utf8'));
  const { body } = await store.call('/openapi.json');
  const reference = apiReference(body, await Promise.all(sources));
  await expect(reference).toMatchFileSnapshot('../../../docs/reference.md');
});
