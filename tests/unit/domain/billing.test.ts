import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { billingAddressSchema } from '#contract/purchases.ts';
import {
  type BillingField,
  type BillingForm,
  billingFields,
  checkBilling,
  checkBillingField,
  isBillingComplete,
  toBillingAddress,
} from '#domain/billing.ts';

const form: BillingForm = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address1: '1 Main Street',
  address2: '',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  phone: '(555) 123-4567',
};

test('a complete billing form has no problems', () => {
  expect(checkBilling(form)).toEqual([]);
  expect(isBillingComplete(form)).toBe(true);
});

describe('checkBillingField', () => {
  test.each(billingFields.filter((field) => field !== 'address2'))('requires %s', (field) => {
    for (const empty of ['', '   ', '\t']) {
      expect(checkBillingField(field, empty)).toBe('missing');
      expect(isBillingComplete({ ...form, [field]: empty })).toBe(false);
    }
  });

  test.each<[BillingField, string, 'malformed' | 'foreign' | null]>([
    ['address2', '', null],
    ['state', 'il', null],
    ['state', ' DC ', null],
    ['state', 'ZZ', 'malformed'],
    ['zip', '60601', null],
    ['zip', '６０６０１', null],
    ['zip', '6060', 'malformed'],
    ['phone', '5551234567', null],
    ['phone', '+1 555 123 4567', null],
    ['phone', '＋１ ５５５ １２３ ４５６７', null],
    ['phone', '555123456', 'malformed'],
    ['phone', '+44 20 7946 0958', 'foreign'],
    ['first_name', '李', null],
    ['last_name', '<b>x</b>', null],
  ])('checks %s %j and returns %s', (field, value, problem) => {
    expect(checkBillingField(field, value)).toBe(problem);
  });

  test('accepts a territory as a state only if the store does', () => {
    expect(checkBillingField('state', 'GU')).toBe('malformed');
    expect(checkBillingField('state', 'GU', { usTerritories: true })).toBeNull();
  });
});

test('checkBilling returns all problems in the form’s order', () => {
  expect(checkBilling({ ...form, phone: '1', first_name: ' ', zip: 'x' })).toEqual([
    { field: 'first_name', problem: 'missing' },
    { field: 'zip', problem: 'malformed' },
    { field: 'phone', problem: 'malformed' },
  ]);
});

test('a malformed field does not make a billing form incomplete', () => {
  expect(isBillingComplete({ ...form, zip: 'x' })).toBe(true);
});

test('the store gets a trimmed US address that matches its own schema', () => {
  const address = toBillingAddress({ ...form, first_name: ' Ada ', state: 'il', address2: ' Apt 2 ' });
  expect(address).toEqual({
    first_name: 'Ada',
    last_name: 'Lovelace',
    address1: '1 Main Street',
    address2: 'Apt 2',
    city: 'Chicago',
    state: 'IL',
    zip: '60601',
    country: 'US',
    phone: '(555) 123-4567',
  });
  expect(v.parse(billingAddressSchema, address)).toEqual(address);
});
