import { expect, test } from 'vitest';
import { brokenPasswordLimits, passwordRules, unmetPasswordRules } from '#domain/password.ts';

test.each([
  ['', passwordRules],
  ['Demo-pass1!', []],
  ['Aa1!aaa', ['length']],
  ['Aa1!aaaa', []],
  ['Passw-ord', ['number']],
  ['PASSW0RD!', ['lowercase']],
  ['passw0rd!', ['uppercase']],
  ['Passw0rds', ['symbol']],
  ['Pass w0rd', []],
  [' Passw0rd ', ['symbol']],
  ['ÄÖÜäöü٣€', ['number', 'lowercase', 'uppercase', 'symbol']],
])('the password %j lacks %j', (password, unmet) => {
  expect(unmetPasswordRules(password)).toEqual(unmet);
});

test.each([...'^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-'])('%s counts as a symbol in a password', (symbol) => {
  expect(unmetPasswordRules(`Passw0r${symbol}`)).toEqual([]);
});

test.each([
  [[], ['', 'Demo pass1!', 'x'.repeat(256)]],
  [['spaces'], [' Demo-pass1!', 'Demo-pass1!\u00a0']],
  [['longest'], ['x'.repeat(257)]],
  [['spaces', 'longest'], [` ${'x'.repeat(256)}`]],
])('the password limits %j are exceeded by each of %j', (broken, passwords) => {
  for (const password of passwords) expect(brokenPasswordLimits(password)).toEqual(broken);
});
