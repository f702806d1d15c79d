import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const forGuests = ['/forgot-password', '/login', '/login/challenge', '/reset-password', '/signup'];
const forCustomers = ['/activity', '/billing', '/dashboard', '/profile', '/security'];
const forEverybody = ['/', '/privacy', '/terms', '/verify-email'];
/** Pages that are available only if the configuration enables them. */
const forDevelopers = ['/machines'];

test('every page is for guests, customers, everyone or developers', () => {
  const [, paths = ''] =
    /fullPaths:(.*?)fileRoutesByTo/s.exec(readFileSync('src/routes.gen.ts', 'utf8')) ?? [];
  expect([...paths.matchAll(/'([^']+)'/g)].map(([, path]) => path).sort()).toEqual(
    [...forGuests, ...forCustomers, ...forEverybody, ...forDevelopers].sort(),
  );
});
