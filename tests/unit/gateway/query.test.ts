import { expect, test } from 'vitest';
import { startGateway } from './gateway-under-test.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

test('an order without sales answers nothing', async () => {
  const gateway = await startGateway();
  expect(await gateway.query({ order_id: 'none' })).toBe(`${declaration}<nm_response></nm_response>`);
});

test('an approved sale is pending settlement', async () => {
  const gateway = await startGateway();
  const { transactionid } = await gateway.sale({ payment_token: await gateway.token(), orderid: 'o-7' });
  expect(await gateway.query({ order_id: 'o-7' })).toBe(
    `${declaration}<nm_response><transaction><transaction_id>${transactionid}</transaction_id>` +
      '<order_id>o-7</order_id><condition>pendingsettlement</condition><action><amount>25.00</amount>' +
      '<action_type>sale</action_type><success>1</success><response_text>SUCCESS</response_text>' +
      '<response_code>100</response_code></action></transaction></nm_response>',
  );
});

test('every attempt for the order is told, and one alone by its transaction id', async () => {
  const gateway = await startGateway();
  const declined = await gateway.sale({ payment_token: await gateway.token('4000000000000002') });
  const approved = await gateway.sale({ payment_token: await gateway.token() });
  const all = await gateway.query({ order_id: 'order-1' });
  expect(all.match(/<condition>\w+<\/condition>/g)).toEqual([
    '<condition>failed</condition>',
    '<condition>pendingsettlement</condition>',
  ]);
  const one = await gateway.query({ order_id: 'order-1', transaction_id: declined.transactionid });
  expect(one).toContain('<success>0</success>');
  expect(one).not.toContain(approved.transactionid);
});

test('markup in an order id is text', async () => {
  const gateway = await startGateway();
  const orderid = '</order_id><x y="&">';
  await gateway.sale({ payment_token: await gateway.token(), orderid });
  expect(await gateway.query({ order_id: orderid })).toContain(
    '<order_id>&lt;/order_id&gt;&lt;x y=&quot;&amp;&quot;&gt;</order_id>',
  );
});

test.each([
  [{ security_key: 'wrong', order_id: 'o' }, 'Invalid Security Key'],
  [{ order_id: '' }, 'order_id is required'],
])('%o is refused', async (fields, text) => {
  const gateway = await startGateway();
  expect(await gateway.query(fields)).toBe(
    `${declaration}<nm_response><error_response>${text}</error_response></nm_response>`,
  );
});
