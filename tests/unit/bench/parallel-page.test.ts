import { expect, test } from 'vitest';
import { parallelHtml } from '#drills/bench/pages/parallel-page.ts';

const origin = 'https://localhost:1000';
const asked = [
  { url: `${origin}/assets/first.js`, authorization: undefined },
  { url: 'https://localhost:2000/api/credits/balance', authorization: 'Bearer abc' },
];

test('the page’s own files are asked for beside the floor, the API where it is and with the session', () => {
  const html = parallelHtml('<p>page</p>', asked, origin);
  expect(html).toContain('"url":"/assets/first.js"');
  expect(html).toContain('"url":"https://localhost:2000/api/credits/balance"');
  expect(html.match(/Bearer abc/g)).toHaveLength(1);
});

test('the page’s HTML is dead weight: whatever comments it has, it stays one', () => {
  const html = parallelHtml('<a><!-- one --><script src="/x.js"></script><!--[--><b>', [], origin);
  const comment = html.slice(html.indexOf('<!-- '));
  expect(comment.match(/--/g)).toHaveLength(2);
  expect(comment.trim().endsWith('</html>')).toBe(true);
  expect(comment).toContain('<script src="/x.js">');
});
