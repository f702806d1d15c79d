import { describe, expect, it } from 'vitest';
import { readOrder } from '#server/store/gateway/order.ts';
import { pageSize, type RecordedTransaction, readPages, readRecords } from '#server/store/gateway/records.ts';

const action = (fields: string) => `<action>${fields}</action>`;
const sale = (success: 0 | 1, amount = '10.00', code = '100') =>
  action(
    `<amount>${amount}</amount><action_type>sale</action_type><success>${success}</success>` +
      `<response_text>Said &lt;no&gt; &amp;amp;</response_text><response_code>${code}</response_code>`,
  );
const other = (type: string, amount: string, success = '1') =>
  action(`<amount>${amount}</amount><action_type>${type}</action_type><success>${success}</success>`);
const refund = (amount: string, success = '1') => other('refund', amount, success);
const voided = other('void', '10.00');
const transaction = (condition: string, actions: string, order = 'order-1', id = '77') =>
  `<transaction><transaction_id>${id}</transaction_id><order_id>${order}</order_id>` +
  `<condition>${condition}</condition>${actions}</transaction>`;
const documentOf = (content: string) => `<?xml version="1.0"?>\n<nm_response>\n${content}\n</nm_response>\n`;
const read = (content: string) => readOrder(readRecords(documentOf(content)), 'order-1');

const charge = (...reversals: object[]) => ({
  kind: 'charged',
  charges: [{ transactionId: '77', amountCents: 1000, reversals }],
  reversals: [],
});
const inSale = (kind: string, reference: string, amountCents: number) => ({
  kind,
  reference,
  transactionId: '77',
  amountCents,
});

it('a page of records is read even if its names have many ampersands', () => {
  const name = `<first_name>${'R&D &amp; '.repeat(100)}</first_name>`;
  const page = Array.from({ length: pageSize }, (_, place) =>
    transaction('complete', sale(1), `order-${place}`, `${place + 1}`).replace(
      '<order_id>',
      `${name}<order_id>`,
    ),
  );
  expect(readRecords(documentOf(page.join('')))).toHaveLength(pageSize);
});

const undecided = { kind: 'undecided' };
const sold = transaction('complete', sale(1));
const declined = transaction('failed', sale(0, '0.00', '202'));
const ofOwn = (condition: string, actions: string, id = '88') =>
  transaction(condition, actions, 'order-1', id);
const withOwn = (kind: string, amountCents: number) => ({
  ...charge(),
  reversals: [{ kind, reference: '88', transactionId: '88', amountCents }],
});
const ampersands = '<first_name>Zo\u{fffd} & Sons &co; R&D &amp; &#38; &</first_name>';
const partRefunds = sale(1) + refund('-4.00') + refund('-5.00', '0') + refund('1.00');
const unfinished = [
  ofOwn('canceled', refund('-4.00'), '88'),
  ofOwn('failed', refund('-4.00', '0'), '89'),
  ofOwn('pending', refund('-4.00'), '90'),
];

it.each<[string, string, object]>([
  ['an empty page', '', { kind: 'nothing' }],
  ['a sale', transaction('pendingsettlement', sale(1)), charge()],
  ['a sale in dollars', transaction('complete', `<currency>usd</currency>${sale(1)}`), charge()],
  ['a settled sale', transaction('complete', sale(1) + other('settle', '10.00')), charge()],
  ['a decline', declined, { kind: 'not-charged', transactionId: '77', code: 202, text: 'Said <no> &amp;' }],
  [
    'two declines',
    declined + ofOwn('failed', sale(0, '', ''), '78'),
    { kind: 'not-charged', transactionId: '78', code: 200 },
  ],
  ['a void', transaction('canceled', sale(1) + voided), charge(inSale('void', '77/void', 1000))],
  ['a void that failed', transaction('complete', sale(1) + other('void', '10.00', '0')), charge()],
  ...(['10.00', '-10.00', '10', '-10.0'] as const).map((amount): [string, string, object] => [
    `a refund of ${amount} in the sale`,
    transaction('complete', sale(1) + refund(amount)),
    charge(inSale('refund', '77/1', 1000)),
  ]),
  [
    'partial refunds, one of which failed',
    transaction('complete', partRefunds),
    charge(inSale('refund', '77/1', 400), inSale('refund', '77/2', 100)),
  ],
  [
    'a void after a partial refund',
    transaction('canceled', sale(1) + refund('-4.00') + voided),
    charge(inSale('refund', '77/1', 400), inSale('void', '77/void', 600)),
  ],
  ['a separate refund', sold + ofOwn('pendingsettlement', refund('-4.00')), withOwn('refund', 400)],
  ['refunds that were voided, failed or are in progress', sold + unfinished.join(''), charge()],
  ['a sale with ampersands in a name', sold.replace('<condition>', `${ampersands}<condition>`), charge()],
  ...(['chargeback', 'return'] as const).map((type): [string, string, object] => [
    `a ${type} in the sale`,
    transaction('complete', sale(1) + other(type, '-10.00', type === 'return' ? '' : '1')),
    charge(inSale('return', '77/return/1', 1000)),
  ]),
  ['a separate return', sold + ofOwn('complete', other('return', '10.00')), withOwn('return', 1000)],
  [
    'two charges',
    sold + ofOwn('canceled', sale(1, '4.00'), '78'),
    {
      kind: 'charged',
      charges: [
        { transactionId: '77', amountCents: 1000 },
        { transactionId: '78', amountCents: 400, reversals: [{ kind: 'void', reference: '78/void' }] },
      ],
    },
  ],
  ['a decline before a sale', transaction('failed', sale(0)) + sold, charge()],
  ['a failed transaction with a successful sale', transaction('failed', sale(1)), undecided],
  ['an abandoned sale', transaction('abandoned', sale(0)), undecided],
  ['an unsuccessful sale that was canceled', transaction('canceled', sale(0)), undecided],
  ['a sale in progress', transaction('in_progress', sale(1)), undecided],
  ['a pending sale', transaction('pending', sale(1)), undecided],
  ['an unknown condition', transaction('unknown', sale(1)), undecided],
  ['a sale without a condition', transaction('', sale(1)), undecided],
  ['a sale without an id', transaction('complete', sale(1), 'order-1', ''), undecided],
  ['a decline and a sale in progress', declined + transaction('in_progress', sale(0)), undecided],
  ['a refund without a sale', transaction('complete', refund('-10.00')), undecided],
  ['an authorization', transaction('pending', other('auth', '10.00')), undecided],
])('readOrder recognizes %s', (_, content, found) => {
  expect(read(content)).toMatchObject(found);
});

it.each([
  ['another order’s records', transaction('complete', sale(1), 'order-2')],
  ['an invalid amount', transaction('complete', sale(1, 'ten'))],
  ['a refund with an invalid amount', transaction('complete', sale(1) + refund('all'))],
  ['an error response', '<error_response>Invalid Security Key</error_response>'],
  ['a sale in another currency', transaction('complete', `<currency>JPY</currency>${sale(1)}`)],
])('readOrder throws on %s', (_, content) => {
  expect(() => read(content)).toThrow("The gateway's records");
});

describe('a page of records', () => {
  it('can be an empty element', () => {
    expect(readRecords('<nm_response/>')).toEqual([]);
  });

  it('contains each action with its date, and at most four digits of the card', () => {
    const dated = refund('-1.00').replace('<success>', '<date>20260526203731</date><success>');
    const person = '<cc_number>4xxxxxxxxxxx1111</cc_number><first_name>Ada</first_name>';
    const content = transaction('complete', dated, '', '0099').replace('<condition>', `${person}<condition>`);
    expect(readRecords(documentOf(content))).toEqual([
      {
        transactionId: '0099',
        orderId: '',
        condition: 'complete',
        card: { brand: 'visa', last4: '1111' },
        actions: [
          { type: 'refund', amount: '-1.00', date: '20260526203731', success: '1', code: '', text: '' },
        ],
      },
    ]);
  });

  it.each([
    ['a bracket in a name', '<first_name>I <3 U</first_name>'],
    ['a bracket and a space', '<last_name>a < b & c</last_name>'],
    ['a bracket and a word', '<last_name>a<b c="1</last_name>'],
    ['an unclosed tag', '<last_name>a<b>c<br></last_name><city></i></city>'],
    ['tags within a name', '<last_name><b>A</b><br/></last_name>'],
    ['a comment', '<!-- A & B -->'],
    ['CDATA', '<company><![CDATA[A & <B>]]></company>'],
    ['invalid character references', '<company>&eacute;&#xD800;&#9999999;</company>'],
    ['control characters', '<company>a\0\u001b\u0085</company>'],
  ])('can contain %s', (_, content) => {
    const whole = documentOf(transaction('complete', '', '').replace('<condition>', `${content}<condition>`));
    for (const xml of [whole, `\ufeff${whole}`, `\n${whole}`, whole.replaceAll('><', '>\r\n<')])
      expect(readRecords(xml)).toHaveLength(1);
  });

  it.each([
    '',
    '<html><body>Welcome</body></html>',
    '<nm_response>',
    '{}',
    '<!DOCTYPE nm_response [<!ENTITY id "order-1">]><nm_response/>',
    '<nm_response><transaction><order_id>order-1</order_id><order_id>order-2</order_id></transaction></nm_response>',
  ])('cannot be read from %j', (text) => {
    expect(() => readRecords(text)).toThrow('did not return a record');
  });
});

it.each([
  ['4xxxxxxxxxxx1111', 'visa', { brand: 'visa', last4: '1111' }],
  ['411111******1111', 'Visa', { brand: 'visa', last4: '1111' }],
  ['4111111111111111', '', { brand: 'visa', last4: '1111' }],
  ['5xxxxxxxxxxx4444', '', { brand: 'mastercard', last4: '4444' }],
  ['3xxxxxxxxxx0005', '', { brand: 'amex', last4: '0005' }],
  ['6xxxxxxxxxxx0009', '', { brand: null, last4: '0009' }],
  ['6xxxxxxxxxxx0009', '<b>Discover</b>', { brand: null, last4: '0009' }],
  ['xxxxxxxxxxxxxxxx', 'visa', undefined],
  ['1111', 'visa', undefined],
  ['4xxxxxxxxxxx1111\u202e', 'visa', undefined],
  ['', '', undefined],
])('the card number %j of brand %j is read as %j', (masked, type, card) => {
  const fields = `<cc_number>${masked}</cc_number><cc_type>${type.replaceAll('<', '&lt;')}</cc_type>`;
  const [read] = readRecords(`<nm_response><transaction>${fields}</transaction></nm_response>`);
  expect(read?.card).toEqual(card);
});

describe('pages of records', () => {
  const record = { orderId: '', condition: 'complete', actions: [] };
  const recordOf = (n: number): RecordedTransaction => ({ ...record, transactionId: String(n) });
  const range = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => recordOf(from + index));
  const readAll = async (pages: readonly (readonly RecordedTransaction[])[]) => {
    const asked: number[] = [];
    const ids: (string | null)[] = [];
    const readPage = async (page: number) => {
      asked.push(page);
      return pages[page] ?? [];
    };
    for await (const { transactionId } of readPages(readPage)) ids.push(transactionId);
    return { asked, ids };
  };
  const idsOf = (count: number) => range(0, count).map(({ transactionId }) => transactionId);

  it('are read until a page is not full', async () => {
    const all = range(0, 2 * pageSize + 1);
    const pages = [all.slice(0, pageSize), all.slice(pageSize, 2 * pageSize), all.slice(2 * pageSize)];
    expect(await readAll(pages)).toEqual({ asked: [0, 1, 2], ids: idsOf(2 * pageSize + 1) });
    expect((await readAll([all.slice(0, 3)])).asked).toEqual([0]);
    expect((await readAll([all.slice(0, pageSize)])).asked).toEqual([0, 1]);
  });

  it('return each transaction once even if they overlap', async () => {
    const first = range(0, pageSize);
    const answer = { asked: [0, 1, 2], ids: idsOf(pageSize + 5) };
    expect(await readAll([first, first, range(pageSize - 1, pageSize + 5)])).toEqual(answer);
  });

  it('are not read further if the gateway returns the same page again', async () => {
    const first = range(0, pageSize);
    expect((await readAll(Array.from({ length: 9 }, () => first))).asked).toEqual([0, 1, 2]);
  });
});
