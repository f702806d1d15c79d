import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Debian, environment } from './debian.ts';
import { readAssignments, readUnit, type Unit } from './unit-file.ts';

/** The first UID that systemd uses for a `DynamicUser`. */
const dynamicUser = 61_184;

/** Debian's own services, which also have an init script. */
const debianServices: ReadonlySet<string> = new Set(['nginx', 'postgresql']);

export interface Systemd {
  /** Starts Debian's services if installed, as their installation normally does. */
  startInstalled(): Promise<void>;
  end(): Promise<void>;
}

const fakeSystemctl = `#!/bin/sh
printf '%s\\n' "$@" | curl --silent --show-error --fail-with-body --unix-socket /run/systemctl.sock --data-binary @- http://systemd/
`;

/**
 * A folder has no systemd, so this simulates `systemctl` there. It starts the units of /etc/systemd/system
 * with their user, environment and credentials, but without their sandboxing.
 */
export const playSystemd = async (debian: Debian): Promise<Systemd> => {
  const { root } = debian;
  const running = new Map<string, ChildProcess>();
  const within = (path: string) => join(root, path);

  const unitOf = async (name: string): Promise<Unit> => {
    const [, template = name, at = '', instance = ''] = /^([\w-]+)(@?)([\w-]*)$/.exec(name) ?? [];
    const file = within(`/etc/systemd/system/${template}${at}.service`);
    return readUnit(await readFile(file, 'utf8'), {
      instance,
      credentials: `/run/credentials/${name}.service`,
    });
  };

  const numbersOf = async (user: string | undefined): Promise<{ uid: number; gid: number }> => {
    if (user === undefined) return { uid: dynamicUser, gid: dynamicUser };
    const [, , uid, gid] = (await debian.run(`getent passwd ${user}`)).split(':').map(Number);
    if (uid === undefined || gid === undefined) throw new Error(`There is no user ${user}`);
    return { uid, gid };
  };

  const start = async (name: string): Promise<string> => {
    if (running.has(name)) return '';
    const unit = await unitOf(name);
    const { uid, gid } = await numbersOf(unit.user);
    const folder = within(`/run/credentials/${name}.service`);
    await mkdir(folder, { recursive: true });
    for (const [credential, path] of unit.credentials) {
      const file = join(folder, credential);
      await copyFile(within(path), file);
      await chmod(file, 0o400);
      await chown(file, uid, gid);
    }
    for (const directory of unit.runtimeDirectories) {
      const path = within(`/run/${directory}`);
      await mkdir(path, { recursive: true, mode: 0o700 });
      await chown(path, uid, gid);
    }
    const env = { PATH: environment.PATH, LANG: environment.LANG, ...unit.environment };
    for (const file of unit.environmentFiles)
      Object.assign(env, Object.fromEntries(readAssignments(await readFile(within(file), 'utf8'))));
    const child = spawn(
      '/usr/sbin/chroot',
      [`--userspec=${uid}:${gid}`, '--groups=', root, ...unit.command],
      { env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk;
      });
    if (unit.type === 'oneshot') {
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`${name} failed (${code}).\n${said}`);
      return said;
    }
    running.set(name, child);
    child.once('close', () => {
      if (running.get(name) === child) running.delete(name);
    });
    return '';
  };

  const stop = async (name: string): Promise<string> => {
    const child = running.get(name);
    if (child === undefined) return '';
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
    return '';
  };

  const act = async (verb: string, name: string): Promise<string> => {
    // Timers wait for a time of day, so they do nothing here.
    if (name.endsWith('.timer')) return '';
    if (debianServices.has(name)) return debian.run(`service ${name} ${verb}`);
    if (verb === 'start') return start(name);
    if (verb === 'stop') return stop(name);
    if (verb === 'restart') return (await stop(name)) + (await start(name));
    throw new Error(`systemctl ${verb} is not played.`);
  };

  const answer = async (words: readonly string[]): Promise<string> => {
    const [verb = '', ...names] = words.filter((word) => !word.startsWith('--'));
    if (verb === 'daemon-reload') return '';
    if (verb === 'enable') {
      if (!words.includes('--now')) return '';
      return (await Promise.all(names.map((name) => act('start', name)))).join('');
    }
    let said = '';
    for (const name of names) said += await act(verb, name);
    return said;
  };

  const server = createServer(async (request, response) => {
    try {
      const body = (await request.setEncoding('utf8').toArray()).join('');
      response.end(await answer(body.trim().split('\n')));
    } catch (error) {
      response.statusCode = 500;
      response.end(`${error instanceof Error ? error.message : error}\n`);
    }
  });
  server.listen(within('/run/systemctl.sock'));
  await once(server, 'listening');
  await writeFile(within('/usr/local/sbin/systemctl'), fakeSystemctl, { mode: 0o755 });

  const installed = (): readonly string[] =>
    [...debianServices].filter((name) => existsSync(within(`/etc/init.d/${name}`)));
  return {
    async startInstalled() {
      // The installation saw the machine's own ports, and picks another port if the usual one is taken.
      await debian.run(
        "find /etc/postgresql -name postgresql.conf -exec sed -i 's/^port = .*/port = 5432/' {} +",
      );
      for (const name of installed()) await act('start', name);
    },
    async end() {
      await Promise.all([...running.keys()].map(stop));
      for (const name of installed()) await act('stop', name);
      server.close();
      server.closeAllConnections();
    },
  };
};
