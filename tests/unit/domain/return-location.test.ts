import { expect, it } from 'vitest';
import { safeReturnLocation } from '#domain/return-location.ts';

it.each(['/dashboard', '/dashboard?status=failed&page=2&tx=a-b', '/terms#top', '/a/../dashboard'])(
  'the page to return to after sign-in can be %s',
  (path) => {
    expect(safeReturnLocation(path)).toBe(path.replace('/a/..', ''));
  },
);

it.each([
  ...['//evil.example', '/\\evil.example', '/\t/evil.example', '/\n/evil.example', '\\\\evil.example'],
  ...['https://evil.example/dashboard', 'javascript:alert(1)', 'JAVASCRIPT:alert(1)'],
  ...['java\nscript:alert(1)', 'data:text/html,hello'],
  ...['/./\\evil.example', '["//evil.example"]', ' /dashboard', '/..//evil.example'],
  ...['/.//evil.example', '/x//evil.example', '/%5cevil.example', '/%2f%2Fevil.example', '/%2fevil.example'],
  ...['/%0d%0aX-Injected: 1', '/%09/evil.example', '/%', 'dashboard', '', `/${'a'.repeat(2_001)}`],
  ...['/login', '/login?redirect=%2Flogin', '/signup/', undefined, null, 42, { toString: () => '/terms' }],
])('the page to return to after sign-in is the dashboard instead of %j', (hostile) => {
  expect(safeReturnLocation(hostile)).toBe('/dashboard');
});
