import type { Frame } from '@playwright/test';
import axe from 'axe-core';

/** A WeakMap, or WeakSet, that keeps what it knows of an object at the object. */
const atTheObject = `class {
  key = Symbol();
  has(object) { return Object.hasOwn(object, this.key); }
  get(object) { return object[this.key]; }
  set(object, value) { object[this.key] = value; return this; }
  add(object) { return this.set(object, true); }
}`;

interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): Color;
}

interface WithColors {
  readonly commons: { readonly color: { readonly Color: { new (): Color; readonly prototype: Color } } };
}

const parseEachColorOnce = () => {
  const { Color } = (window.axe as unknown as WithColors).commons.color;
  const { parseString } = Color.prototype;
  const parsed = new Map<string, Color>();
  Color.prototype.parseString = function (text) {
    const color = parsed.get(text) ?? parseString.call(new Color(), text);
    parsed.set(text, color);
    const { r, g, b, alpha } = color;
    return Object.assign(this, { r, g, b, alpha });
  };
};

/**
 * Adds axe to a document, once. It finds what axe as published finds, in half the time: most of that goes into colours. Each is
 * parsed anew for each element, and is an object of seven private fields that are compiled to entries of WeakMaps, which the
 * collector follows one by one.
 */
export const addAxe = async (frame: Frame): Promise<void> => {
  // Half a megabyte is parsed.
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(`((WeakMap, WeakSet) => {${axe.source}})(${atTheObject}, ${atTheObject})`);
  await frame.evaluate(parseEachColorOnce);
};

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
