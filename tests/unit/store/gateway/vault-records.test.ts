import { describe, expect, it } from 'vitest';
import { readBillingAddress } from '#server/store/gateway/billing-address.ts';
import { OddRecordError } from '#server/store/gateway/order.ts';
import { RecordsRefusedError } from '#server/store/gateway/records.ts';
import { readDeletion, readVaultCard } from '#server/store/gateway/vault.ts';

const customer = (id: string, fields = '<cc_number>4xxxxxxxxxxx1111</cc_number><cc_exp>0228</cc_exp>') =>
  `<customer id="${id}">${fields}<customer_vault_id>${id}</customer_vault_id></customer>`;
const vault = (...customers: string[]) =>
  `<?xml version="1.0"?><nm_response><customer_vault>${customers.join('')}</customer_vault></nm_response>`;
const empty = '<?xml version="1.0"?><nm_response></nm_response>';
const error = '<nm_response><error_response>Invalid key</error_response></nm_response>';

describe('a saved card', () => {
  it('has only a brand, the last four digits and an expiry date', () => {
    const names = '<first_name>Ada & Co</first_name><email>ada@example.com</email>';
    const card = '<cc_number>4xxxxxxxxxxx1111</cc_number><cc_exp>0228</cc_exp><cc_type>visa</cc_type>';
    const found = { brand: 'visa', last4: '1111', expiresOn: '2028-02-29' };
    expect(readVaultCard(vault(customer('one', names + card)), 'one')).toEqual(found);
  });

  it.each([
    ['is missing from an empty response', empty, undefined],
    ['is missing from an empty report', '<nm_response><customer_vault/></nm_response>', undefined],
    ['is not confused with another vault id’s card', vault(customer('two')), undefined],
    ['is found among other cards', vault(customer('two'), customer('one')), { last4: '1111' }],
  ])('%s', (_, xml, card) => {
    const found = readVaultCard(xml, 'one');
    if (card === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(card);
  });

  it.each([
    ['no number', '<cc_number>none</cc_number><cc_exp>0228</cc_exp>'],
    ['no expiry', '<cc_number>4xxxxxxxxxxx1111</cc_number>'],
    ['an expiry in month 13', '<cc_number>4xxxxxxxxxxx1111</cc_number><cc_exp>1328</cc_exp>'],
  ])('cannot be read with %s', (_, fields) => {
    expect(() => readVaultCard(vault(customer('one', fields)), 'one')).toThrow(OddRecordError);
  });

  it('is not reported missing if the gateway returns an error or another document', () => {
    expect(() => readVaultCard(error, 'one')).toThrow(RecordsRefusedError);
    expect(() => readVaultCard(error, 'one')).toThrow('GATEWAY_SECURITY_KEY');
    expect(() => readVaultCard('<html></html>', 'one')).toThrow('did not return a record');
  });

  it.each([
    ['response=1&responsetext=Customer Deleted', true],
    ['response=3&responsetext=Invalid Customer Vault Id REFID:1&response_code=300', true],
    ['response=3&responsetext=Authentication Failed&response_code=300', false],
    ['<html></html>', false],
  ])('counts as deleted after the response %s: %j', (answer, isDeleted) => {
    if (isDeleted) expect(() => readDeletion(answer)).not.toThrow();
    else expect(() => readDeletion(answer)).toThrow('refused');
  });
});

const address =
  '<first_name>Ada</first_name><last_name>King</last_name><address_1>1 Main St</address_1><city>Austin</city>' +
  '<state>TX</state><postal_code>73301</postal_code><country>US</country><phone>5551234567</phone>';
const transaction = (fields: string) =>
  `<nm_response><transaction><transaction_id>7</transaction_id>${fields}</transaction></nm_response>`;

it('a billing address is read only from its own transaction and only if complete', () => {
  const complete = { address1: '1 Main St', zip: '73301' };
  expect(readBillingAddress(transaction(address), '7')).toMatchObject(complete);
  expect(readBillingAddress(transaction(address), '8')).toBeUndefined();
  expect(readBillingAddress(transaction(address.replace('73301', '')), '7')).toBeUndefined();
  expect(readBillingAddress(empty, '7')).toBeUndefined();
  expect(() => readBillingAddress(error, '7')).toThrow(RecordsRefusedError);
});
