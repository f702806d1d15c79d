import { describe, expect, test } from 'vitest';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const minuteMs = 60_000;

test('a query shows an approved sale as pending settlement', async () => {
  const gateway = await startGateway();
  const { transactionid } = await gateway.sale({ payment_token: await gateway.token(), orderid: 'o-7' });
  expect(await gateway.query({ order_id: 'o-7' })).toBe(
    `${declaration}<nm_response><transaction><transaction_id>${transactionid}</transaction_id>` +
      '<transaction_type>cc</transaction_type><condition>pendingsettlement</condition><order_id>o-7</order_id>' +
      '<cc_number>4xxxxxxxxxxx1111</cc_number><cc_type>visa</cc_type><currency>USD</currency><action><amount>25.00</amount>' +
      '<action_type>sale</action_type><date>20260615120000</date><success>1</success>' +
      '<response_text>SUCCESS</response_text><batch_id>0</batch_id><response_code>100</response_code>' +
      '<requested_amount>25.00</requested_amount></action></transaction></nm_response>',
  );
});

test('a query escapes markup in an order id', async () => {
  const gateway = await startGateway();
  const orderid = '</order_id><x y="&">';
  await gateway.sale({ payment_token: await gateway.token(), orderid });
  expect(await gateway.query({ order_id: orderid })).toContain(
    '<order_id>&lt;/order_id&gt;&lt;x y=&quot;&amp;&quot;&gt;</order_id>',
  );
});

/** Creates four orders a minute apart: the second is declined, the third voided and the fourth settled. */
const fourOrders = async (): Promise<GatewayUnderTest> => {
  const gateway = await startGateway();
  for (const [index, card] of ['4111111111111111', '4000000000000002', '', ''].entries()) {
    await gateway.sell({ orderid: `o-${index + 1}` }, card || '5431111111111111');
    gateway.advance(minuteMs);
  }
  await gateway.gateway().void('o-3');
  await gateway.gateway().settle('o-4');
  return gateway;
};

describe('a query', () => {
  test.each<[Record<string, string>, string[]]>([
    [{ result_order: 'reverse' }, ['o-4', 'o-3', 'o-2', 'o-1']],
    [{ condition: 'canceled,complete' }, ['o-3', 'o-4']],
    [{ action_type: 'void, settle' }, ['o-3', 'o-4']],
    // Orders 3 and 4 last changed at minute 4, when they were voided and settled.
    [{ start_date: '20260615120100' }, ['o-2', 'o-3', 'o-4']],
    [{ start_date: '20260615120101' }, ['o-3', 'o-4']],
    [{ end_date: '20260615120059' }, ['o-1']],
    [{ end_date: '20260615120100' }, ['o-1', 'o-2']],
    [{ result_limit: '3' }, ['o-1', 'o-2', 'o-3']],
    [{ result_limit: '3', page_number: '1' }, ['o-4']],
    [
      { result_limit: '1', page_number: '1', result_order: 'reverse', condition: 'canceled,complete' },
      ['o-3'],
    ],
  ])('filters records by %o', async (fields, orders) => {
    const gateway = await fourOrders();
    expect((await gateway.records(fields)).map(({ order_id }) => order_id)).toEqual(orders);
  });
});

test.each([
  [{ security_key: 'wrong', order_id: 'o' }, 'Invalid Security Key'],
  [{ start_date: '2026-06-15' }, 'Invalid start_date'],
  [{ page_number: '-1' }, 'Invalid page_number'],
  [{ result_order: 'random' }, 'Invalid result_order'],
])('a query with %o is refused', async (fields, text) => {
  const gateway = await startGateway();
  expect(await gateway.query(fields)).toBe(
    `${declaration}<nm_response><error_response>${text}</error_response></nm_response>`,
  );
});
