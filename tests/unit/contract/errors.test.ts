import { expect, it } from 'vitest';
import { storeErrors } from '#contract/errors.ts';
import { errorTable } from '../../../build/merchant-reference.ts';

const errorsOfTheStore = `<!-- Written by tests/unit/contract/errors.test.ts. -->

# Errors of \`/api/\`

The store API refuses a request with a \`code\` for programs and a \`detail\` for the customer. The merchant's API has
[its own](merchant-api.md#errors). If there are two statuses, the second belongs to a repeated purchase.

`;

it('docs/errors.md has each error of the store', async () => {
  await expect(`${errorsOfTheStore}${errorTable(storeErrors)}\n`).toMatchFileSnapshot(
    '../../../docs/errors.md',
  );
});

it('error-codes.gen.ts has the code of each error of the store', async () => {
  const codes = Object.keys(storeErrors).map((code) => `  '${code}',\n`);
  await expect(
    `// Written by tests/unit/contract/errors.test.ts.\nexport const errorCodes = [\n${codes.join('')}] as const;\n`,
  ).toMatchFileSnapshot('../../../contract/error-codes.gen.ts');
});
