import { expect, test } from 'vitest';
import { readCode } from '#ui/read-code.ts';

test.each([
  ['', ''],
  ['12', '12'],
  ['123456', '123456'],
  ['1234567', '123456'],
  ['12345678', '123456'],
  [' 12 34\u00a056\n', '123456'],
  ['987 654 321', '987654'],
  ['123-456', '123456'],
  ['123\u2013456', '123456'],
  ['12-34-5', '12345'],
  ['G-123456', '123456'],
  ['G-123 456', '123456'],
  ['１２３４５６', '123456'],
  ['１２３－４５６', '123456'],
  ['Your code is 123456', '123456'],
  ['Your code is 123456.', '123456'],
  ['Your code is 123-456. It expires in 10 minutes.', '123456'],
  ['123456 is your Coffer verification code. Ref. 654321', '123456'],
  ['Order 654321: your code is 123456', '123456'],
  ['Order 654321. Your code is 123-456.', '123456'],
  ['Your verification code:\n123456\nOrder 654321', '123456'],
  ['2026-11-26 09:15 Coffer: your code is 123456', '123456'],
  ['Call 1-800-555-0100. Your code: 123456', '123456'],
  ['Enter 123456 at example.com/654321', '123456'],
  ['Your code is 12345', '12345'],
  ['https://example.com/verify?code=123456', '123456'],
  ['none', 'none'],
  ['a b c d e f g', 'abcdef'],
])('%j is read as %j', (text, code) => {
  expect(readCode(text)).toBe(code);
});

test.each([
  ['12345678', '12345678'],
  ['1234 5678', '12345678'],
  ['1234-5678', '12345678'],
  ['123456', '123456'],
  ['1234567', '1234567'],
  ['123456789', '12345678'],
  ['Your sign-in code is 12345678. It expires in 3 minutes.', '12345678'],
  ['On 2026-11-26 your code is 123456', '123456'],
])('if codes may have eight digits, %j is read as %j', (text, code) => {
  expect(readCode(text, 8)).toBe(code);
});
