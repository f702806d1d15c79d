import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type AnyStateMachine, createActor, fromCallback, waitFor } from 'xstate';
import { createInspection } from '#devtools/inspect.ts';
import { recorderOf } from '#devtools/recorder.ts';
import { replayOf } from '#devtools/replay.ts';
import { authMachine } from '#machines/account/auth.ts';
import { passkeyMachine } from '#machines/account/passkey.ts';

const machine: AnyStateMachine = authMachine.provide({
  actors: { watchSession: fromCallback(() => undefined), passkey: passkeyMachine },
});
const credentials = { email: 'ada@example.com', password: 'hunter2' };

const replaySignIn = async (from: 'start' | 'signed-out'): Promise<string> => {
  const feed = createInspection();
  if (from === 'start') recorderOf(feed);
  const auth = createActor(machine, { inspect: feed.inspect });
  auth.start();
  await waitFor(auth, (snapshot) => snapshot.matches('guest'));
  const recorder = recorderOf(feed);
  auth.send({ type: 'sign-in.submitted', credentials });
  await waitFor(auth, (snapshot) => !snapshot.hasTag('busy'));
  auth.stop();
  const [session] = recorder.sessions();
  if (session === undefined) throw new Error('Nothing was recorded');
  return replayOf(session);
};

const replays = { 'from-start': await replaySignIn('start'), 'from-guest': await replaySignIn('signed-out') };

// Importing a replay registers its tests in this file.
const folder = resolve('test-results/replays');
await mkdir(folder, { recursive: true });
for (const [name, replay] of Object.entries(replays)) {
  const file = `${folder}/${name}.ts`;
  await writeFile(file, replay);
  await import(pathToFileURL(file).href);
}

test('a replay starts where the recording started, and contains no secrets', () => {
  const { 'from-start': fromStart, 'from-guest': fromGuest } = replays;
  expect(fromStart).toContain('restoreSession');
  expect(fromGuest).not.toContain('restoreSession');
  for (const replay of [fromStart, fromGuest]) {
    expect(replay).toMatch(/"type":"sign-in\.submitted".*"signing-in"/);
    expect(replay).toContain('"xstate.error.actor.signIn"');
    for (const secret of Object.values(credentials)) expect(replay).not.toContain(secret);
  }
});
