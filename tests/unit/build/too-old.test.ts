import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';

const [, script = ''] =
  /<script>\s*(\/\/ Written for any browser.*?)<\/script>/s.exec(readFileSync('index.html', 'utf8')) ?? [];

/** Runs the page's check. `change` runs first, to remove a browser feature. */
const open = (change = '') => {
  const shown: unknown[] = [];
  const listeners: ((event: object) => void)[] = [];
  const root = { style: { display: '' } };
  const pending = { hidden: true };
  const sandbox = {
    SyntaxError,
    location: { origin: 'https://store.example' },
    scripts: { noModule: false },
    HTMLDialogElement: { prototype: { showModal: true } },
    AbortSignal: { prototype: { throwIfAborted: true } },
    CSS: { supports: () => true },
    document: {
      getElementById: (id: string) => (id === 'root' ? root : pending),
      createElement: (name: string) =>
        name === 'script'
          ? sandbox.scripts
          : { style: {}, setAttribute: () => undefined, appendChild: (text: string) => shown.push(text) },
      createTextNode: (text: string) => text,
      documentElement: { removeAttribute: () => undefined },
      body: { insertBefore: () => undefined },
    },
    addEventListener: (_: string, listener: (event: object) => void) => void listeners.push(listener),
  };
  const context = createContext(Object.assign(sandbox, { window: sandbox }));
  runInContext(`${change};${script}`, context);
  const fail = (event: object) => {
    for (const listener of listeners) listener(event);
  };
  return { shown, root, pending, fail };
};

const sentence = 'Your browser is too old for this store. Please update it, or use another one.';

it.each([
  ...['delete scripts.noModule', 'delete window.HTMLDialogElement'],
  ...['delete HTMLDialogElement.prototype.showModal', 'delete Array.prototype.at', 'delete Object.hasOwn'],
  ...['delete window.AbortSignal', 'delete AbortSignal.prototype.throwIfAborted', 'delete window.CSS'],
  'CSS.supports = () => false',
])('a browser without a modern feature ("%s") shows a message instead of the page', (change) => {
  const { shown, root, pending } = open(change);
  expect([shown, root.style.display, pending.hidden]).toEqual([[sentence], 'none', true]);
});

it('a browser that can’t parse the site’s scripts shows one message', () => {
  const { shown, pending, fail } = open();
  const error = new SyntaxError();
  fail({ error, filename: 'https://extension.example/a.js' });
  fail({ error: new TypeError(), filename: 'https://store.example/assets/a.js' });
  expect([shown, pending.hidden]).toEqual([[], false]);
  for (let times = 0; times < 2; times += 1) fail({ error, filename: 'https://store.example/assets/a.js' });
  expect([shown, pending.hidden]).toEqual([[sentence], true]);
});
