import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { isPrintable } from '#contract/characters.ts';
import { DirectoryInUseError } from '#server/store/database/directory-lock.ts';
import { openTools } from '#server/store/operator/tools.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { storeOfFile } from '../support/store-under-test.ts';

/** Control characters that clear the screen, start a new line and reverse the text direction. */
const attack = '\u001B[2J\u009B1A\nok\r\u202E\u2066x';
const store = await storeOfFile({}, { booksBalance: false });
const operator = createOperator(store.database);
const customer = await store.newCustomer();
const key = crypto.randomUUID();
expect((await pay(store, customer, paymentRequest(), key)).status).toBe(200);
const orderId = key;
// Such names could predate the store's cleaning of names, or come from someone who stole DATABASE_URL.
for (const statement of [
  'update customers set first_name = $1, last_name = $1, phone = $1',
  'update transactions set product_name = $1, gateway_transaction_id = $1',
  'update purchase_attempts set refusal_detail = $1',
  "insert into open_cases (kind, reference, customer_id, attempt_id, evidence, opened_at, closed_at, closed_by, resolution) select 'return', $1 || n, customer_id, attempt_id, jsonb_build_object('reason', $1::text), now(), case n when 1 then now() end, case n when 1 then $1 end, case n when 1 then $1 end from purchase_attempts, generate_series(1, 2) n",
  "insert into gateway_events (event_id, event_type, order_id, body, received_at, outcome) select $1, $1, attempt_id::text, '{}', now(), $1 from purchase_attempts",
  "insert into refund_requests (customer_id, refund_id, attempt_id, kind, amount_cents, references_before, requested_by, requested_at) select customer_id, gen_random_uuid(), attempt_id, 'void', 1, '{}', $1, now() from purchase_attempts",
  'insert into operator_actions (action_id, at, operator, command, customer_id, subject, reason, details, result) select gen_random_uuid(), now(), $1, $1, customer_id, attempt_id::text, $1, jsonb_build_object($1::text, $1::text), $1 from purchase_attempts',
  "insert into product_versions values ('evil', 1, $1, 1, 1, 0, $1, 99, true, $1, now())",
  "insert into movements select customer_id, 2, null, 'adjustment', $1, $1, null, 5, now() from accounts",
])
  await store.database.query(statement, [attack]);
await store.database.query(
  "insert into postings select customer_id, 2, 'adjustments', 'credits', 5 from accounts",
);

const commands = () => [
  ['customer', customer],
  ['attempt', orderId],
  ['open'],
  ['products', '--all'],
  ['products', 'history', 'evil'],
  ['books'],
  ['export', customer],
  ['audit'],
];

it('text from customers, operators and the gateway cannot control the terminal', async () => {
  for (const command of commands())
    for (const more of [[], ['--json']]) {
      const { text, complaints } = await operator.run(...command, ...more);
      expect({ command, complaints }).toEqual({ command, complaints: '' });
      const lines = text.split('\n');
      const unprintable = lines.filter((line) => !isPrintable(line));
      expect({ command, unprintable }).toEqual({ command, unprintable: [] });
      // A separate line such as "ok" could look like the command's own output.
      const forged = lines.filter((line) => line.startsWith('ok'));
      expect({ command, forged }).toEqual({ command, forged: [] });
      if (more.length > 0 || command[0] === 'export') JSON.parse(text);
    }
  const { customer: record } = await operator.json('customer', customer);
  expect(record.firstName).toBe(attack);
});

it('a command with control characters is rejected and not echoed to the terminal', async () => {
  for (const command of [
    ['adjust', customer, '5', '--yes', '--reason', `because ${attack}`],
    ['customer', attack],
    [attack],
    ['products', 'change', 'plus-1200', '--name', attack],
  ]) {
    const { exitCode, text, complaints } = await operator.run(...command);
    expect({ exitCode, text }).toEqual({ exitCode: 2, text: '' });
    expect(isPrintable(complaints)).toBe(true);
  }
});

it.each([
  [new Error(attack), /^The command failed: .*/],
  [new Error(`Connection terminated${attack}`), /^The database did not respond: Connection terminated/],
  [
    new DirectoryInUseError('/data', { pid: 7, began: null, host: hostname() }, 'in-use.json'),
    /^\/data is in use by process 7\. .* stop the store first\.$/,
  ],
])('an error is printed as one printable line (case %#)', async (error, line) => {
  const query = () => Promise.reject(error);
  const failing = createOperator({ ...store.database, query });
  const { exitCode, complaints } = await failing.run('customer', customer);
  expect(exitCode).toBe(3);
  expect(complaints).toMatch(line);
  expect(isPrintable(complaints)).toBe(true);
});

it('an operator’s name cannot have control characters', async () => {
  const environment = { DATABASE_URL: 'postgresql://x@127.0.0.1:1/x', COFFER_OPERATOR: `bob${attack}` };
  await expect(openTools(environment)).rejects.toThrow('COFFER_OPERATOR must not have control characters.');
});
