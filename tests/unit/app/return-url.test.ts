import { expect, it, test } from 'vitest';
import { keepReturnUrl } from '#app/startup/return-url.ts';
import { withMemoryFallback } from '#services/storage/device-storage.ts';

const longest = `https://shop.example/${'a'.repeat(1_979)}`;
const origins = ['https://shop.example', 'https://xn--caf-dma.example:8443', 'http://localhost:5180'];

const query = (...wanted: readonly string[]) =>
  `?${new URLSearchParams(wanted.map((value) => ['return_to', value]))}`;

/** Opens a page with a query in a tab, and returns its way back. */
const open = (search: string, tab = withMemoryFallback(undefined), allowed = origins) =>
  keepReturnUrl(search, allowed, tab);

it.each([
  ['https://shop.example', 'https://shop.example/'],
  ['https://shop.example:443/cart?id=1&id=2#pay', 'https://shop.example/cart?id=1&id=2#pay'],
  ['https://shop.example/a/../%2e%2e//evil.example', 'https://shop.example//evil.example'],
  ['https://shop.example?next=https://evil.example', 'https://shop.example/?next=https://evil.example'],
  ...['https://xn--caf-dma.example:8443/', 'http://localhost:5180/usage', longest].map((url) => [url, url]),
])('the way back can be %s', (wanted, url) => {
  expect(open(query(wanted))).toBe(url);
});

const hostile = `/ // //shop.example /\\shop.example shop.example https:shop.example https:/shop.example null
  javascript:alert(1) javascript://shop.example/%0aalert(1) data:text/html,hello blob:https://shop.example/1
  file:///etc/passwd https:\\\\shop.example https://shop.example\\@evil.example https://shop.example/a\\b
  https://shop.example@evil.example https://a:b@shop.example https://shop.example@shop.example
  http://shop.example wss://shop.example https://shop.example:8443 https://shop.example:99999
  https://www.shop.example https://shop.example. https://shop.example.evil.example https://evil.example
  HTTPS://shop.example https://SHOP.example https://ｓhop.example https://shop%2eexample https://shоp.example
  https://café.example:8443 https://xn--shp-4bc.example http://localhost http://localhost:5181
  https://localhost:5180 http://127.0.0.1:5180 "https://shop.example" ["https://shop.example"] ${longest}a`;

it.each([
  ...hostile.split(/\s+/),
  ...['', 'https://sh\top.example', 'https://shop.example/\n'],
  ...[' ', '\n', '\0'].map((sign) => `${sign}https://shop.example`),
])('%j is no way back', (wanted) => {
  expect(open(query(wanted))).toBeNull();
});

test('a shop that the configuration doesn’t list gets no link, even after an earlier visit', () => {
  const tab = withMemoryFallback(undefined);
  expect(open(query('https://shop.example'), tab)).not.toBeNull();
  expect(open('', tab, [])).toBeNull();
});

test('a tab keeps the way back on its other pages until it gets another', () => {
  const [tab, shop] = [withMemoryFallback(undefined), 'https://shop.example'];
  expect(open('?status=failed&return_to=https%3A%2F%2Fshop.example%2F1&page=2', tab)).toBe(`${shop}/1`);
  for (const search of ['', '?tx=1', query('https://evil.example'), query(shop, shop)])
    expect(open(search, tab)).toBe(`${shop}/1`);
  expect(open(query('http://localhost:5180/2'), tab)).toBe('http://localhost:5180/2');
  expect(open('')).toBeNull();
});
