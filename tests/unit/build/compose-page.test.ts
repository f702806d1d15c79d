import { describe, expect, it } from 'vitest';
import {
  composePage,
  inlineHashesOf,
  type PageParts,
  stampPage,
} from '../../../build/prerender/compose-page.ts';

const template = `<!doctype html>
<html lang="en">
  <head>
    <script  src="/src/inline/theme.ts"></script>
    <title>Coffer</title>
    <link rel="preload" href="/config.json" as="fetch" crossorigin="anonymous" />
    <script type="module" crossorigin src="/assets/first-1.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/first-1.css">
  </head>
  <body>
    <div id="root"></div>
    <div id="pending"><p>Loading...</p></div>
  </body>
</html>`;

const parts: PageParts = {
  path: '/login',
  title: 'Sign in & go · Coffer',
  html: '<h1>$& Sign in</h1>',
  headScript: 'head("$1")',
  bodyScript: 'body()',
  preloads: ['/assets/first-1.js', '/assets/account-1.js'],
  styles: [{ href: '/assets/first-1.css', css: 'a{b:c}' }],
};

const plain = { language: 'en', hostedSignIn: false, passkeys: false, support: null };

describe('a composed page', () => {
  const page = composePage(template, parts);

  it('runs its first script before its styles, and paints after the second, which follows the content', () => {
    const head = ['head("$1")', 'a{b:c}', 'rel="expect" href="#pending"', '</head>'];
    const order = [...head, '<div id="root">', 'body()', 'id="pending"', '</body>'];
    expect(order.map((part) => page.indexOf(part))).toEqual(
      order.map((part) => page.indexOf(part)).toSorted((one, other) => one - other),
    );
    expect(page).not.toContain('/src/inline/theme.ts');
  });

  it('loads no style sheet that is inlined, and keeps the app from loading it', () => {
    expect(page.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
      '<link rel="stylesheet" disabled href="/assets/first-1.css">',
    ]);
  });

  it('preloads the configuration unless its own script fetches it', () => {
    expect(page).toContain('/config.json');
    expect(composePage(template, { ...parts, asksForConfig: true })).not.toContain('/config.json');
  });

  it.each([
    ['/signup', 'Loading...'],
    ['/', 'Loading...'],
    ['/billing', 'Verifying authentication...'],
    ['/activity', 'Verifying authentication...'],
  ])('says at %s, while its code loads: %s', (path, text) => {
    expect(composePage(template, { ...parts, path })).toContain(`<p>${text}</p>`);
  });

  it('can’t be composed unless the template has its placeholder exactly once', () => {
    expect(() => composePage(template.replace('<div id="root"></div>', ''), parts)).toThrow('0 times');
    expect(() => composePage(template + template, parts)).toThrow('2 times');
  });

  it('can be stamped repeatedly, each time with the deployment’s values', () => {
    const once = stampPage(page, {
      language: 'en-GB',
      hostedSignIn: true,
      passkeys: true,
      support: 'https://example.com/?a="b"',
      html: '<p>one</p></div>',
      config: '{"a": 1}',
    });
    expect(once).toContain(
      '<html lang="en-GB" data-page="/login" data-hosted data-passkeys data-support="https://example.com/?a=&quot;b&quot;">',
    );
    expect(once).toContain('<div id="root"><p>one</p></div></div>');
    const other = { ...plain, language: 'fr', config: '{"a":2}' };
    const twice = stampPage(once, { ...other, html: parts.html });
    expect(twice).toBe(stampPage(page, { ...other, html: parts.html }));
    expect(stampPage(once, { ...other, html: null })).toContain('<p>one</p>');
  });

  it('contains the last stamped configuration before its scripts, instead of preloading it', () => {
    const stampWith = (on: string, config: unknown) =>
      stampPage(on, { ...plain, html: null, config: JSON.stringify(config, null, 2) });
    const hostile = { seller: "</script><script>$& $' <!--\u2028\ud800" };
    const stamped = stampWith(stampWith(page, { seller: 'Another' }), hostile);
    const blocks = [...stamped.matchAll(/<script type="application\/json" id="config">(.*?)<\/script>/gs)];
    expect(blocks.map(([, text = '']) => JSON.parse(text))).toEqual([hostile]);
    expect(stamped.indexOf('id="config"')).toBeLessThan(stamped.indexOf('<script>'));
    expect(stamped).not.toContain('/config.json');
    expect(inlineHashesOf([stamped])).toEqual(inlineHashesOf([page]));
  });
});
