import { createElement, Fragment, type ReactNode } from 'react';
import * as runtime from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { compileMarkdown } from '../../../build/markdown.ts';

interface Document {
  readonly title: string;
  readonly lead: ReactNode;
  readonly sections: readonly { readonly heading: ReactNode; readonly body: ReactNode }[];
}

const run = (markdown: string): Document => {
  const code = compileMarkdown(markdown)
    .replace(/^import .*$/m, '')
    .replaceAll(/^export const /gm, 'const ');
  const evaluate = new Function(
    'runtime',
    `const { Fragment, jsx, jsxs } = runtime; ${code}; return { title, lead, sections };`,
  );
  return evaluate(runtime);
};

const html = (node: ReactNode): string => renderToStaticMarkup(createElement(Fragment, null, node));

it('makes a document’s title, lead and sections', () => {
  const { title, lead, sections } = run(
    '# Terms & more\n\nSince *today*\n\n## One\n\nA\n\nB\n\n## Two\n\n### Deeper\n',
  );
  expect(title).toBe('Terms & more');
  expect(html(lead)).toBe('<p>Since <em>today</em></p>');
  expect(sections.map(({ heading, body }) => [html(heading), html(body)])).toEqual([
    ['One', '<p>A</p><p>B</p>'],
    ['Two', '<h3>Deeper</h3>'],
  ]);
});

it.each([
  ['**bold** and `code <b>`', '<p><strong>bold</strong> and <code>code &lt;b&gt;</code></p>'],
  ['- one\n- two *em*', '<ul><li>one</li><li>two <em>em</em></li></ul>'],
  ['1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
  ['> said\n\n---', '<blockquote><p>said</p></blockquote><hr/>'],
  [
    '[Privacy](/privacy) [mail](mailto:a@b.example)',
    '<p><a href="/privacy">Privacy</a> <a href="mailto:a@b.example">mail</a></p>',
  ],
  ['AT&T "quoted" 1 < 2 \\*plain\\*', '<p>AT&amp;T &quot;quoted&quot; 1 &lt; 2 *plain*</p>'],
  ['one  \ntwo', '<p>one<br/>two</p>'],
])('%j becomes %s', (markdown, expected) => {
  expect(html(run(`# T\n\n${markdown}`).lead)).toBe(expected);
});

it.each([
  ['no title', 'Text'],
  ['two titles', '# One\n\n# Two'],
  ['an HTML block', '# T\n\n<script>alert(1)</script>'],
  ['HTML in a line', '# T\n\nHello <img src=x onerror=alert(1)>'],
  ['a picture', '# T\n\n![alt](/x.png)'],
  ['a script for a link', '# T\n\n[x](javascript:alert(1))'],
  ['a link to another origin in disguise', '# T\n\n[x](//evil.example)'],
  ['a table', '# T\n\n| a | b |\n|---|---|\n| 1 | 2 |'],
])('refuses %s', (_, markdown) => {
  expect(() => compileMarkdown(markdown)).toThrow();
});
