import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { missingLines, readGuide } from '#drills/going-live/document.ts';

const guide = `# A guide
<!-- values -->
\`\`\`sh
DOMAIN=credits.example.com
KEY=
\`\`\`
The drill does not run this:
\`\`\`sh
certbot certonly
\`\`\`
<!-- run with downloads: packages -->
\`\`\`sh
apt-get update
cat <<EOF
\`an accent\`
EOF
\`\`\`
<!-- run: the drill -->
\`\`\`sh
coffer books
\`\`\`

It says

<!-- prints -->
\`\`\`text
Sound: 1 accounts.
\`\`\`
<!-- act: a purchase -->
Buy something.
`;

it('takes the marked blocks, in order, word for word', () => {
  expect(readGuide(guide)).toEqual({
    values: ['DOMAIN', 'KEY'],
    steps: [
      {
        kind: 'commands',
        name: 'packages',
        downloads: true,
        script: 'apt-get update\ncat <<EOF\n`an accent`\nEOF\n',
        prints: [],
      },
      {
        kind: 'commands',
        name: 'the drill',
        downloads: false,
        script: 'coffer books\n',
        prints: ['Sound: 1 accounts.'],
      },
      { kind: 'act', name: 'a purchase' },
    ],
  });
});

it('rejects a mark without its block', () => {
  expect(() => readGuide('<!-- run: nothing -->\nA sentence.\n')).toThrow('run nothing');
});

it('matches printed lines with different figures, and reports missing ones', () => {
  const output = 'a notice\nSound: 12 accounts.\n';
  expect(missingLines(['Sound: 1 accounts.'], output)).toEqual([]);
  expect(missingLines(['Sound: no accounts.', 'a notice'], output)).toEqual(['Sound: no accounts.']);
});

it('finds every step up to the first upgrade in docs/deploy.md', async () => {
  const { values, steps } = readGuide(await readFile('docs/deploy.md', 'utf8'));
  expect(values).toContain('SECURITY_KEY');
  const names = steps.map(({ name }) => name);
  for (const name of ['the first purchase', 'restore drill', 'upgrade']) expect(names).toContain(name);
  const drill = steps.find(({ name }) => name === 'restore drill');
  expect(drill).toMatchObject({ prints: [expect.stringMatching(/^The books are sound: /)] });
});
