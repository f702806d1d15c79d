import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { storeErrors } from '#contract/errors.ts';
import { type ApiDocument, apiReference } from '../../../build/api-reference.ts';
import { storeOfFile } from '../store/support/store-under-test.ts';

const store = await storeOfFile({});

it('error-codes.gen.ts lists the code of every store error', async () => {
  const codes = Object.keys(storeErrors).map((code) => `  '${code}',\n`);
  await expect(
    `// Written by tests/unit/contract/errors.test.ts.\nexport const errorCodes = [\n${codes.join('')}] as const;\n`,
  ).toMatchFileSnapshot('../../../contract/error-codes.gen.ts');
});

it('docs/reference.md matches the OpenAPI document and the contract', async () => {
  const { body } = await store.call('/v1/openapi.json');
  const document = v.parse(
    v.custom<ApiDocument>((given) => typeof given === 'object'),
    body,
  );
  const files = ['merchant/requests', 'merchant/replies', 'credits'].map((name) =>
    readFile(`contract/${name}.ts`, 'utf8'),
  );
  const source = (await Promise.all(files)).join('\n');
  await expect(apiReference(document, source)).toMatchFileSnapshot('../../../docs/reference.md');
});
