import { expect, it } from 'vitest';
import { storeErrors } from '#contract/errors.ts';

it('error-codes.gen.ts has the code of each error of the store', async () => {
  const codes = Object.keys(storeErrors).map((code) => `  '${code}',\n`);
  await expect(
    `// Written by tests/unit/contract/errors.test.ts.\nexport const errorCodes = [\n${codes.join('')}] as const;\n`,
  ).toMatchFileSnapshot('../../../contract/error-codes.gen.ts');
});
