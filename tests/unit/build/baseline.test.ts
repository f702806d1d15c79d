import { describe, expect, it } from 'vitest';
import { newerInScript } from '../../../build/baseline/scripts.ts';
import { newerInStyles } from '../../../build/baseline/styles.ts';
import { anySignal } from '../../../src/services/abort.ts';

describe('what one of the oldest browsers lacks is found', () => {
  it.each([
    ['list.toSorted()', ['toSorted']],
    ['list.findLast(a)', ['findLast']],
    ['Object.groupBy(list, a)', ['Object.groupBy']],
    ['new globalThis.Intl.Segmenter()', ['Intl.Segmenter']],
    ['/(?<=a)b/.test(c)', ['a lookbehind']],
    ['new RegExp(`(?<!a)b`)', ['a lookbehind']],
    ['/a/v.test(b)', ['the flag v']],
    ['list.at(-1); /(?<name>a)/u.exec(b); own.groupBy(c); "toSorted"', []],
  ])('in a script: %s', (source, newer) => {
    expect(newerInScript(source)).toEqual(newer);
  });

  it.each([
    ['a:has(b){color:red}', [':has()']],
    ['a{color:color-mix(in srgb,red,blue)}', ['color-mix()']],
    ['@media (width>=40rem){a{color:red}}', ['a range in a media query']],
    ['a{-webkit-mask:url(b) 0;mask:url(b) 0}', []],
    ['a{mask:url(b) 0}', ['a mask without its prefix']],
    ['@supports (color:color-mix(in srgb,red,red)){a{color:color-mix(in srgb,red,blue)}}a{color:red}', []],
    ['@supports (a:b){a{b:c}}a:has(b){c:d}', [':has()']],
  ])('in styles: %s', (css, newer) => {
    expect(newerInStyles(css)).toEqual(newer);
  });
});

describe('a signal of several', () => {
  it('is aborted with the first of them, for its reason', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const either = anySignal(one.signal, other.signal);
    expect(either.aborted).toBe(false);
    other.abort('left');
    one.abort('late');
    expect(either.reason).toBe('left');
    expect(anySignal(one.signal).reason).toBe('late');
  });
});
