import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const longest = 400;

const files = ['contract', 'src', 'server', 'gallery', 'build', 'drills', 'tests']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((file) => /\.(?:[jt]sx?|css|html|sql)$/.test(file) && !/\.gen\.ts$|\bnode_modules\b/.test(file));

test('only machines, texts and generated files may be longer than the limit', () => {
  expect(files.length).toBeGreaterThan(300);
  const long = files.filter(
    (file) =>
      !file.startsWith(join('src', 'texts')) && readFileSync(file, 'utf8').split('\n').length > longest,
  );
  expect(long).toEqual([]);
});
