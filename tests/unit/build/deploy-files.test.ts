import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readGuide } from '#drills/going-live/document.ts';

const read = (file: string) => readFile(file, 'utf8');

it('production runs one exact version of Node.js', async () => {
  const containerfile = await read('deploy/Containerfile');
  const images = [...containerfile.matchAll(/^FROM .*\/node:(\S+)-bookworm-slim\b/gm)].map(([, tag]) => tag);
  const [, installed] = /npm install --global node@(\S+)/.exec(await read('docs/deploy.md')) ?? [];
  expect(installed).toMatch(/^\d+\.\d+\.\d+$/);
  expect(images).toEqual([installed, installed]);
});

it('the deployment guide’s step for a server without IPv6 removes the two lines that it names', async () => {
  const guide = await read('docs/deploy.md');
  const step = readGuide(guide).steps.find(({ name }) => name === 'a server without IPv6');
  const [, pattern] = /^sed -i '\/(.+)\/d' /.exec(step?.kind === 'commands' ? step.script : '') ?? [];
  const removed = (await read('deploy/nginx.conf'))
    .split('\n')
    .filter((line) => pattern !== undefined && new RegExp(pattern).test(line));
  expect(removed.map((line) => line.trim())).toEqual(['listen [::]:80;', 'listen [::]:443 ssl http2;']);
  for (const line of removed) expect(guide).toContain(`\`${line.trim()}\``);
});

it('readGuide finds the deployment guide’s steps, including the upgrade', async () => {
  const { values, steps } = readGuide(await read('docs/deploy.md'));
  expect(values).toContain('SECURITY_KEY');
  const names = steps.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['the first purchase', 'restore drill', 'upgrade']));
  const drill = steps.find(({ name }) => name === 'restore drill');
  expect(drill).toMatchObject({ prints: [expect.stringMatching(/^The books are sound: /)] });
});

it('the backup unit, which runs as PostgreSQL’s user, keeps the server’s shared memory', async () => {
  expect(await read('deploy/systemd/coffer-backup.service')).toMatch(/^RemoveIPC=no$/m);
});
