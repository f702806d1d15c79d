import { expect, test } from 'vitest';
import { keptOf } from '#drills/bench/pages/kept-keys.ts';

const pressed = (text: string) => [...text].map((key, place) => ({ key, at: place * 50 }));

test('the first key that a field has at the end counts, and none after it is lost', () => {
  expect(keptOf(pressed('abcdef'), 'cdef')).toEqual({ firstKept: 100, lost: 0 });
});

test('keys that were taken and went away again are lost', () => {
  expect(keptOf(pressed('abcdef'), 'bcf')).toEqual({ firstKept: 50, lost: 2 });
});

test('where the letters come a second time, the later ones are meant', () => {
  expect(keptOf(pressed('abcabcabc'), 'bcabc')).toEqual({ firstKept: 200, lost: 0 });
});

test('keys that were taken for good only at the end', () => {
  expect(keptOf(pressed('abc'), 'c')).toEqual({ firstKept: 100, lost: 0 });
});

test('a field that took nothing, or has something else, is no measurement', () => {
  expect(() => keptOf(pressed('abc'), '')).toThrow('which is not what was typed');
  expect(() => keptOf(pressed('abc'), 'xbc')).toThrow('which is not what was typed');
});
