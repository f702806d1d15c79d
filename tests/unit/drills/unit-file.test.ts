import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readUnit } from '#drills/going-live/unit-file.ts';

const read = async (file: string, instance = '') =>
  readUnit(await readFile(`deploy/systemd/${file}`, 'utf8'), {
    instance,
    credentials: '/run/credentials/it',
  });

it('reads how a process of the store is started', async () => {
  const unit = await read('coffer-store@.service', '5181');
  expect(unit).toEqual({
    type: 'exec',
    command: [
      '/usr/bin/node',
      '--max-semi-space-size=4',
      '--max-old-space-size=96',
      '/srv/coffer/store/main.js',
    ],
    environment: {
      NODE_ENV: 'production',
      DATABASE_URL_FILE: '/run/credentials/it/database-url',
      GATEWAY_SECURITY_KEY_FILE: '/run/credentials/it/gateway-security-key',
      GATEWAY_WEBHOOK_KEY_FILE: '/run/credentials/it/gateway-webhook-key',
      PORT: '5181',
      SEND_LOCKS_DIRECTORY: '/run/coffer-store',
    },
    environmentFiles: ['/etc/coffer/store.env'],
    credentials: new Map([
      ['database-url', '/etc/coffer/secrets/database-url'],
      ['gateway-security-key', '/etc/coffer/secrets/gateway-security-key'],
      ['gateway-webhook-key', '/etc/coffer/secrets/gateway-webhook-key'],
    ]),
    runtimeDirectories: ['coffer-store'],
    user: undefined,
  });
});

it('reads that the backup runs as the user of PostgreSQL', async () => {
  expect(await read('coffer-backup.service')).toMatchObject({
    type: 'oneshot',
    command: ['/usr/local/sbin/coffer-backup'],
    user: 'postgres',
  });
});

it('rejects unknown specifiers', () => {
  const specifiers = { instance: '', credentials: '' };
  expect(() => readUnit('ExecStart=/bin/echo %H\n', specifiers)).toThrow('%H is not known');
});

it('a unit that runs as PostgreSQL’s user keeps the server’s shared memory', async () => {
  const unit = await readFile('deploy/systemd/coffer-backup.service', 'utf8');
  expect(unit).toMatch(/^RemoveIPC=no$/m);
});
