import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { CertificateFiles } from './certificate.ts';
import { type RunningProgram, startProgram } from './program.ts';
import { providePrograms } from './programs.ts';

export interface Deployment {
  readonly folder: string;
  readonly certificate: CertificateFiles;
  /** On 127.0.0.1. */
  readonly storePorts: readonly number[];
  /** Creates the stamped site, its headers and the app's configuration for this origin. */
  publish(
    origin: string,
  ): Promise<{ readonly site: string; readonly headers: string; readonly config: string }>;
}

export interface RunningNginx {
  readonly origin: string;
  readonly plainOrigin: string;
  accessLog(): Promise<string>;
  errorLog(): string;
  stop(): Promise<void>;
}

const upstreamAt = (port: number): string => `    server 127.0.0.1:${port} max_fails=0;`;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('The server has no port'));
      });
    });
  });

/** Another program may take a free port before nginx does. */
const maxAttempts = 5;

const replaceAll = (text: string, replacements: Readonly<Record<string, string>>): string => {
  let replaced = text;
  for (const [from, to] of Object.entries(replacements)) {
    if (!replaced.includes(from)) throw new Error(`deploy/nginx.conf has nothing that reads: ${from}`);
    replaced = replaced.replaceAll(from, to);
  }
  return replaced;
};

/** Debian's nginx.conf, around this site. */
const mainConfiguration = (folder: string, site: string): string => `
include /etc/nginx/modules-enabled/*.conf;
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr notice;
events { worker_connections 4096; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  sendfile on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${site};
}
`;

/** Starts nginx with deploy/nginx.conf. Only addresses and paths differ. */
export const startNginx = async (deployment: Deployment): Promise<RunningNginx> => {
  const { folder, certificate, storePorts } = deployment;
  const { nginx } = providePrograms();
  await mkdir(folder, { recursive: true });
  const deployed = await readFile('deploy/nginx.conf', 'utf8');
  const log = join(folder, 'access.log');
  for (let attempt = 1; ; attempt += 1) {
    const [port, plainPort] = [await freePort(), await freePort()];
    const origin = `https://localhost:${port}`;
    const { site, headers, config } = await deployment.publish(origin);
    await writeFile(
      join(folder, 'coffer.conf'),
      replaceAll(deployed, {
        'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
        'listen 80;': `listen 127.0.0.1:${plainPort};`,
        'listen [::]:443 ssl http2;': '',
        'listen [::]:80;': '',
        [`${upstreamAt(5181)}\n${upstreamAt(5182)}`]: storePorts.map(upstreamAt).join('\n'),
        'credits.example.com;': 'localhost;',
        '/etc/letsencrypt/live/credits.example.com/fullchain.pem': certificate.certificate,
        '/etc/letsencrypt/live/credits.example.com/privkey.pem': certificate.key,
        '/var/log/nginx/coffer.log': log,
        '/srv/coffer/site': site,
        '/srv/coffer/nginx': headers,
        '/etc/coffer/config.json': config,
      }),
    );
    const main = join(folder, 'nginx.conf');
    await writeFile(main, mainConfiguration(folder, join(folder, 'coffer.conf')));
    const running = startProgram(nginx, ['-e', 'stderr', '-c', main]);
    if (await isUp(running))
      return {
        origin,
        plainOrigin: `http://localhost:${plainPort}`,
        accessLog: () => readFile(log, 'utf8'),
        errorLog: () => running.output(),
        stop: () => running.end(),
      };
    if (attempt === maxAttempts || !running.output().includes('Address already in use'))
      throw new Error(`nginx did not start.\n${running.output()}`);
  }
};

const isUp = (running: RunningProgram): Promise<boolean> =>
  running.says(/start worker process \d/).then(
    () => true,
    () => false,
  );
