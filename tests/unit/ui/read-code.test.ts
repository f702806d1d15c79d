import { expect, test } from 'vitest';
import { readCode } from '#ui/read-code.ts';

test.each([
  ['123456', ['123456', '1234567', '12345678', ' 12 34\u00a056\n', '123-456', '123\u2013456', 'G-123456']],
  ['123456', ['G-123 456', '１２３４５６', '１２３－４５６', 'Your code is 123456', 'Your code is 123456.']],
  ['123456', ['Your code is 123-456. It expires in 10 minutes.', 'Order 654321: your code is 123456']],
  ['123456', ['123456 is your Coffer verification code. Ref. 654321', 'Order 654321. Your code is 123-456.']],
  [
    '123456',
    ['Your verification code:\n123456\nOrder 654321', '2026-11-26 09:15 Coffer: your code is 123456'],
  ],
  ['123456', ['Call 1-800-555-0100. Your code: 123456', 'Enter 123456 at example.com/654321']],
  ['123456', ['١٢٣٤٥٦', '۱۲۳۴۵۶', '१२३४५६', '\u200e123\u200b456\ufeff', 'رمزك هو ١٢٣-٤٥٦.']],
  ['123456', ['https://example.com/verify?code=123456']],
  ['987654', ['987 654 321']],
  ['12345', ['12-34-5', 'Your code is 12345']],
  ['12', ['12']],
  ['abcdef', ['a b c d e f g']],
  ['none', ['none']],
  ['', ['']],
])('readCode returns %j for %j', (code, texts) => {
  for (const text of texts) expect(readCode(text), text).toBe(code);
});

test.each([
  ['12345678', ['12345678', '1234 5678', '1234-5678', '123456789']],
  ['12345678', ['Your sign-in code is 12345678. It expires in 3 minutes.']],
  ['123456', ['123456', 'On 2026-11-26 your code is 123456']],
  ['1234567', ['1234567']],
])('readCode with a maximum of eight digits returns %j for %j', (code, texts) => {
  for (const text of texts) expect(readCode(text, 8), text).toBe(code);
});
