import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { listenOnLoopback } from '#local-services/http/loopback.ts';
import type { CertificateFiles } from './certificate.ts';
import { replaceAll } from './folders.ts';
import { startProgram } from './program.ts';
import { provideFiles } from './programs.ts';

export interface Deployment {
  readonly folder: string;
  readonly certificate: CertificateFiles;
  /** The ports of the store processes on 127.0.0.1. */
  readonly storePorts: readonly number[];
  /** Creates the stamped site, its headers and the app's configuration for an origin. Returns their paths. */
  publish(origin: string): Promise<Record<'site' | 'headers' | 'config', string>>;
}

export type RunningNginx = Awaited<ReturnType<typeof startNginx>>;

const upstreamAt = (port: number): string => `    server 127.0.0.1:${port} max_fails=0;`;

export const freePort = async (): Promise<number> => {
  const { port, close } = await listenOnLoopback(0);
  await close();
  return port;
};

/** Maximum attempts to start nginx, because another program can take its port first. */
const maxAttempts = 5;

/** The header in which a CDN, here the drill, names the client's address. */
export const clientHeader = 'cf-connecting-ip';

/** Returns a minimal nginx.conf, modeled on Debian's, that includes the site. */
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
  set_real_ip_from 127.0.0.1;
  real_ip_header ${clientHeader};
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${site};
}
`;

/** Starts nginx with deploy/nginx.conf, in which only addresses and paths differ. */
export const startNginx = async (disposables: DisposableStack, deployment: Deployment) => {
  const { folder, certificate, storePorts, publish } = deployment;
  provideFiles(
    ['nginx', 'libnginx-mod-http-brotli-static'],
    '/usr/sbin/nginx',
    '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so',
  );
  await mkdir(folder, { recursive: true });
  const deployed = await readFile('deploy/nginx.conf', 'utf8');
  const log = join(folder, 'access.log');
  const main = join(folder, 'nginx.conf');
  await writeFile(main, mainConfiguration(folder, join(folder, 'coffer.conf')));
  for (let attempt = 1; ; attempt += 1) {
    const [port, plainPort] = [await freePort(), await freePort()];
    const origin = `https://localhost:${port}`;
    const { site, headers, config } = await publish(origin);
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
    const running = startProgram('/usr/sbin/nginx', ['-e', 'stderr', '-c', main]);
    disposables.defer(() => running.end());
    const problem = await running.says(/start worker process \d/).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (problem === undefined)
      return {
        origin,
        plainOrigin: `http://localhost:${plainPort}`,
        accessLog: () => readFile(log, 'utf8'),
        errorLog: () => running.output(),
      };
    if (attempt === maxAttempts || !running.output().includes('Address already in use')) throw problem;
  }
};
