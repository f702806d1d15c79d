import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createCardGateway } from '#server/store/gateway/gateway.ts';
import { pageSize } from '#server/store/gateway/records.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { actionXml, transactionXml } from '../support/odd-gateway.ts';

const asked: Record<string, string>[] = [];
let records: string[] = [];
let refusedKey: string | undefined;
const server = await listenOnLoopback(async (request, response) => {
  const form = Object.fromEntries(new URLSearchParams(await text(request)));
  asked.push(form);
  if (form['security_key'] === refusedKey) {
    response.end('<nm_response><error_response>Authentication Failed</error_response></nm_response>');
    return;
  }
  const limit = Number(form['result_limit']);
  const first = Number(form['page_number']) * limit;
  response.end(`<nm_response>${records.slice(first, first + limit).join('')}</nm_response>`);
});
afterAll(() => server.close());
const gateway = createCardGateway({
  url: server.url,
  securityKey: 'key',
  previousSecurityKey: 'previous-key',
  webhookKeys: [],
  duplicateSeconds: undefined,
  saleTimeoutMs: 1000,
  customerReceipts: false,
});
beforeEach(() => {
  asked.length = 0;
  refusedKey = undefined;
});

const page = { security_key: 'key', result_limit: String(pageSize), page_number: '0' };

describe('the gateway client', () => {
  it('reads every page of an order’s records', async () => {
    records = [
      transactionXml('order-1', '7', 'complete', actionXml('sale', '10.00')),
      ...Array.from({ length: pageSize }, (_, index) =>
        transactionXml('order-1', `8${index}`, 'complete', actionXml('refund', '-0.01')),
      ),
    ];
    const found = await gateway.find('order-1');
    expect(found.kind === 'charged' && found.reversals).toHaveLength(pageSize);
    const first = { ...page, order_id: 'order-1' };
    expect(asked).toEqual([first, { ...first, page_number: '1' }]);
  });

  it('finds a transaction by its id', async () => {
    records = [transactionXml('', '88', 'complete', actionXml('refund', '-1.00'))];
    const refund = { orderId: '', actions: [{ type: 'refund', amount: '-1.00' }] };
    expect(await gateway.findTransaction('88')).toMatchObject({ transactionId: '88', ...refund });
    expect(await gateway.findTransaction('89')).toBeUndefined();
    expect(asked[0]).toEqual({ ...page, transaction_id: '88' });
  });

  it('retries a query with the previous security key if the gateway refuses the current one', async () => {
    records = [transactionXml('', '88', 'complete', '')];
    refusedKey = 'key';
    expect(await gateway.findTransaction('88')).toMatchObject({ transactionId: '88' });
    expect(asked.map(({ security_key }) => security_key)).toEqual(['key', 'previous-key']);
  });

  it('sends the start time in UTC when it reads changed records', async () => {
    records = [transactionXml('', '88', 'complete', ''), transactionXml('', '89', 'complete', '')];
    const ids: (string | null)[] = [];
    for await (const { transactionId } of gateway.changedSince(new Date('2026-03-29T23:05:06.789Z')))
      ids.push(transactionId);
    expect(ids).toEqual(['88', '89']);
    expect(asked).toEqual([{ ...page, start_date: '20260329230506', result_order: 'standard' }]);
  });
});
