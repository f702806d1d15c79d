/**
 * `npm run check-site -- https://credits.example.com inventory.json [sha256-…]` compares a site with its
 * inventory, and the gateway's script with the hash. It prints each difference and exits with code 1 if there are any.
 */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { checkSite } from './check-site.ts';
import { inventorySchema } from './inventory.ts';

const [address = '', file, gatewayScript, ...others] = process.argv.slice(2);
if (!URL.canParse(address) || file === undefined || others.length > 0) {
  console.error(
    'Name the site and its inventory: npm run check-site -- https://… dist/inventory.json [sha256-…]',
  );
  process.exit(2);
}
const inventory = v.parse(inventorySchema, JSON.parse(await readFile(file, 'utf8')));
const check = await checkSite(new URL(address).origin, inventory, gatewayScript);
for (const difference of check.differences) console.error(difference);
if (check.gatewayScript !== null) console.log(`${inventory.gatewayScript} is ${check.gatewayScript}`);
console.log(
  check.differences.length === 0
    ? `${Object.keys(inventory.files).length} addresses are as they were deployed.`
    : `${check.differences.length} differences.`,
);
process.exitCode = check.differences.length === 0 ? 0 : 1;
