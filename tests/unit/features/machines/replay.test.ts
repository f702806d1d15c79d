import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { replayOf } from '#features/machines/replay.ts';
import { recordSignIn, secrets } from './sign-in.ts';

const folder = resolve('test-results/replays');
const replays = {
  'from-start': replayOf(await recordSignIn()),
  'from-signed-in': replayOf(await recordSignIn('signed-in')),
};

// A replay is itself a test: importing it here adds it to those of this file.
await mkdir(folder, { recursive: true });
for (const [name, replay] of Object.entries(replays)) {
  const file = `${folder}/${name}.ts`;
  await writeFile(file, replay);
  await import(pathToFileURL(file).href);
}

test('a replay holds the whole session, and no secret', () => {
  const replay = replays['from-start'];
  for (const step of ['sign-in.submitted', 'xstate.done.actor.signIn', 'sign-out.requested', '"signing-out"'])
    expect(replay).toContain(step);
  for (const secret of secrets) expect(replay).not.toContain(secret);
});
