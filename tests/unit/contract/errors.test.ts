import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { merchantErrors, storeErrors } from '#contract/errors.ts';

it.each([
  ['docs/integrate.md', merchantErrors],
  ['docs/errors.md', storeErrors],
])('%s has each error as the contract describes it, and no other', async (file, errors) => {
  const rows = Object.entries(errors).map(([code, { status, otherStatus, meaning, remedy }]) => {
    const statuses = otherStatus === undefined ? status : `${status}, ${otherStatus}`;
    return `| ${statuses} | \`${code}\` | ${meaning} | ${remedy} |`;
  });
  expect((await readFile(file, 'utf8')).match(/^\| \d{3}.*\|$/gm)).toEqual(rows);
});

it('error-codes.gen.ts has the code of each error of the store', async () => {
  const codes = Object.keys(storeErrors).map((code) => `  '${code}',\n`);
  await expect(
    `// Written by tests/unit/contract/errors.test.ts.\nexport const errorCodes = [\n${codes.join('')}] as const;\n`,
  ).toMatchFileSnapshot('../../../contract/error-codes.gen.ts');
});
