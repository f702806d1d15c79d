import { describe, expect, it } from 'vitest';
import { newerInScript, newerInStyles } from '../../../build/baseline.ts';
import { anySignal } from '../../../src/services/abort.ts';

describe('the baseline check', () => {
  it.each([
    ['list.toSorted()', ['.toSorted']],
    ['list.findLast(a)', ['.findLast']],
    ['Object.groupBy(list, a)', ['Object.groupBy']],
    ['new globalThis.Intl.Segmenter()', ['Intl.Segmenter']],
    ['list.with(0, a)', ['.with']],
    ['Response.json(a)', ['Response.json']],
    ['new URLPattern(a)', ['new URLPattern']],
    ['/(?<=a)b/.test(c)', ['(?<=']],
    ['new RegExp(`(?<!a)b`)', ['(?<!']],
    ['RegExp("[a&&b]","gv").test(b)', ['RegExp("[a&&b]","gv']],
    ['list.at(-1); /(?<name>a)/u.exec(b); own.groupBy(c); "toSorted"', []],
  ])('finds newer features in the script %s', (source, newer) => {
    expect(newerInScript(source)).toEqual(newer);
  });

  it.each([
    ['a:has(b){color:red}', [':has(']],
    ['a{color:color-mix(in srgb,red,blue)}', ['color-mix(']],
    ['@media (width>=40rem){a{color:red}}', ['@media (width>']],
    ['a{-webkit-mask:url(b) 0;mask:url(b) 0}', []],
    ['a{mask:url(b) 0}', ['mask:']],
    ['a{min-height:1lh}', [':1lh']],
    ['a{min-height:calc(2*1.5rlh)}', ['*1.5rlh']],
    ['a{width:round(up,1px,2px);transition:linear(0,1)}', ['linear(', 'round(']],
    ['a:nth-child(2 of b){color:color(display-p3 1 0 0)}', [':nth-child(2 of', 'color(']],
    ['a::backdrop{background:var(--b)}', ['::backdrop{background:var(--b)']],
    ['._1lh::backdrop{background:var(--b,red);animation:c var(--d) linear}', []],
    ['@supports (color:color-mix(in srgb,red,red)){a{color:color-mix(in srgb,red,blue)}}a{color:red}', []],
    ['@supports (a:b){a{b:c}}a:has(b){c:d}', [':has(']],
  ])('finds newer features in the styles %s', (css, newer) => {
    expect(newerInStyles(css)).toEqual(newer);
  });
});

describe('a combined signal', () => {
  it('is aborted by the first of its signals to abort, with that signal’s reason', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const either = anySignal(one.signal, other.signal);
    expect(either.aborted).toBe(false);
    other.abort('left');
    one.abort('late');
    expect(either.reason).toBe('left');
    expect(anySignal(one.signal).reason).toBe('late');
  });
});
