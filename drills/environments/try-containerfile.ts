/**
 * Runs deploy/Containerfile without a container engine: applies each stage's COPY and RUN to a folder, with this
 * machine's Node.js. Then CMD must start and stay up on a new PostgreSQL.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { makeFolder } from '../shared/folders.ts';
import { startPostgres } from '../shared/postgres.ts';
import { startProgram } from '../shared/program.ts';

interface Stage {
  readonly root: string;
  workdir: string;
  readonly environment: Record<string, string>;
}

const disposables = createDisposableStack();
const place = await makeFolder(disposables, 'container');
const ignored = new Set((await readFile('.dockerignore', 'utf8')).split('\n').filter((line) => line !== ''));
const stages = new Map<string, Stage>();
let stage: Stage | undefined;
let command: string[] = [];

const inside = ({ root, workdir }: Stage, path: string): string => join(root, resolve(workdir, path));

const copy = async (to: Stage, text: string): Promise<void> => {
  const words = text.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const target = words.pop() ?? '';
  const other = from === undefined ? undefined : stages.get(from);
  if (from !== undefined && other === undefined) throw new Error(`There is no stage ${from}`);
  for (const word of words) {
    const source = other === undefined ? resolve(word) : inside(other, word);
    const isFolder = (await stat(source)).isDirectory();
    const names = isFolder ? await readdir(source) : [basename(source)];
    for (const name of names.filter((one) => other !== undefined || !ignored.has(one)))
      await cp(isFolder ? join(source, name) : source, join(inside(to, target), name), {
        recursive: true,
        verbatimSymlinks: true,
      });
  }
};

const begin = async (text: string): Promise<Stage> => {
  const name = / AS (\S+)$/i.exec(text)?.[1] ?? `stage-${stages.size}`;
  const begun: Stage = { root: join(place, name), workdir: '/', environment: {} };
  await mkdir(begun.root);
  stages.set(name, begun);
  return begun;
};

const follow = async (current: Stage, name: string, text: string): Promise<void> => {
  console.log(`${name} ${text}`);
  if (name === 'COPY') await copy(current, text);
  else if (name === 'RUN')
    execFileSync('/bin/sh', ['-c', text], {
      cwd: join(current.root, current.workdir),
      env: { ...process.env, ...current.environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  else if (name === 'WORKDIR') {
    current.workdir = resolve(current.workdir, text);
    await mkdir(join(current.root, current.workdir), { recursive: true });
  } else if (name === 'ENV')
    for (const [, variable = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g))
      current.environment[variable] = value;
  else if (name === 'CMD') command = JSON.parse(text);
  // Ignore the user and the port, which only a container engine needs.
  else if (!['USER', 'EXPOSE'].includes(name)) throw new Error(`It is not known what ${name} does`);
};

const live = async ({ root, workdir, environment }: Stage): Promise<void> => {
  const databaseUrl = await startPostgres(disposables);
  const [program = '', ...args] = command;
  const temporary = join(root, 'tmp');
  await mkdir(temporary, { recursive: true });
  const store = startProgram(program, args, {
    cwd: join(root, workdir),
    env: {
      PATH: process.env['PATH'],
      ...environment,
      PORT: '0',
      SEND_LOCKS_DIRECTORY: join(temporary, 'coffer-store'),
      DATABASE_URL: databaseUrl,
      // Nothing listens on this port, so the store is live but not ready.
      COGNITO_ISSUER: 'http://127.0.0.1:9/pool_Container',
      COGNITO_CLIENT_ID: 'client',
      GATEWAY_URL: 'http://127.0.0.1:9',
      GATEWAY_SECURITY_KEY: 'key',
      ALLOWED_ORIGINS: 'https://credits.example.com',
    },
  });
  disposables.defer(() => store.end());
  const [, port] = await store.says(/"address":"http:\/\/0\.0\.0\.0:(\d+)"/);
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  const answers = [await statusOf('/livez'), await statusOf('/readyz')];
  if (answers.join() !== '200,503') throw new Error(`/livez and /readyz answered ${answers}`);
  console.log(`CMD ${command.join(' ')}: it lives, and waits for a user pool`);
};

try {
  const content = await readFile('deploy/Containerfile', 'utf8');
  for (const [, name = '', text = ''] of content.replaceAll('\\\n', ' ').matchAll(/^([A-Z]+) +(.+)$/gm)) {
    if (name === 'FROM') stage = await begin(text);
    else if (stage === undefined) throw new Error(`${name} stands before FROM`);
    else await follow(stage, name, text);
  }
  if (stage !== undefined) await live(stage);
} finally {
  await disposables.disposeAsync();
}
