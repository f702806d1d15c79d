import { defaultParseSearch } from '@tanstack/react-router';
import { assert, constantFrom, oneof, property, record, string, webQueryParameters } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ledgerAddressIn } from '#app/ledger/ledger-address.ts';
import { ledgerSearch } from '#app/ledger/ledger-search.ts';
import { returnSearch } from '#app/startup/return-search.ts';

const read = (search: object) =>
  ledgerSearch.validateSearch({ ...search, __TSearchSchemaInput__: 'TSearchSchemaInput' });
const defaults = { status: 'completed', page: 1, tx: null };

describe('the ledger’s address', () => {
  it('keeps valid values, and drops unknown parameters', () => {
    const address = { status: 'refunded', page: 7, tx: 'order-1' };
    expect(read({ ...address, unrelated: true })).toEqual(address);
    expect(read({ status: 'all' })).toEqual({ ...defaults, status: 'all' });
  });

  it.each([
    {},
    { status: 'lost', page: 'two', tx: 5 },
    { status: null, page: null, tx: null },
    { status: 1, page: Number.NaN, tx: '' },
    { tx: 'x'.repeat(201) },
    { status: '__proto__', page: '__proto__' },
  ])('replaces missing and invalid values such as %j with defaults', (search) => {
    expect(read(search)).toEqual(defaults);
  });

  it.each([
    [2, [2.9]],
    [1, [1.5, 0, -1, -3, Number.NEGATIVE_INFINITY]],
    [1e9, [1e9, 1e12, Number.POSITIVE_INFINITY]],
  ])('has the page %d for the values %j', (shown, pages) => {
    for (const page of pages) expect(read({ page })).toEqual({ ...defaults, page: shown });
  });

  it('accepts a transaction id of up to 200 characters', () => {
    const tx = 'x'.repeat(200);
    expect(read({ tx })).toEqual({ ...defaults, tx });
  });
});

describe('ledgerAddressIn', () => {
  const asRouted = (query: string) => read(defaultParseSearch(query));

  it.each([
    ...['', '?', '?status=failed&page=3&tx=order-1', '?status=%22failed%22&page=%223%22&tx=%22order-1%22'],
    ...['?status=all&page=1e2', '?page=%202&tx=%202', '?page=2&page=3', '?status=failed&status=failed'],
    ...['?page=-0&status=', '?page=0x10&tx=12', '?page=Infinity&tx=true', '?page=1e999&tx=null'],
    ...['?page=[2]&tx={}', '?__proto__=1&page=2'],
    '?status=__proto__&__proto__=1&constructor=2&page=__proto__',
  ])('reads the query "%s" as the router does', (query) => {
    expect(ledgerAddressIn(query)).toEqual(asRouted(query));
  });

  it('reads any query as the router does', () => {
    const text = oneof(
      string(),
      constantFrom('all', 'failed', '"failed"', '2', '007', '[1', '1.5', 'false', 'nul'),
    );
    const parameters = record({ status: text, page: text, tx: text }, { requiredKeys: [] });
    assert(
      property(parameters, webQueryParameters(), (known, others) => {
        const query = `?${new URLSearchParams(known)}&${others}`;
        expect(ledgerAddressIn(query)).toEqual(asRouted(query));
      }),
    );
  });
});

describe('the redirect after sign-in', () => {
  it('is taken from the address', () => {
    expect(returnSearch.validateSearch({ redirect: '/dashboard?page=2', code: 'x' })).toEqual({
      redirect: '/dashboard?page=2',
    });
  });

  it('is absent from an address without it, so that the previous page’s redirect stays', () => {
    expect(returnSearch.validateSearch({ code: 'x' })).toStrictEqual({});
  });

  it.each([5, null, ['/dashboard']])('is removed from the address if it is %j', (redirect) => {
    expect(returnSearch.validateSearch({ redirect })).toStrictEqual({ redirect: undefined });
  });
});
