import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breachesOf } from './machine-rules.ts';

const machines = readdirSync('machines').filter((name) => /^[\w-]+\.ts$/.test(name));

test('there are machines', () => {
  expect(machines.length).toBeGreaterThanOrEqual(3);
});

test.each(machines)('%s pastes into the Stately editor as it is', (name) => {
  expect(breachesOf(name, readFileSync(`machines/${name}`, 'utf8'))).toEqual([]);
});
