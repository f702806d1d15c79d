import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { userPoolClientId, userPoolId } from '#server/sandbox/services.ts';
import type { Sandbox } from '#tests/browser/sandbox/sandbox.ts';
import { storeFolder } from '../../build/outputs.ts';
import { type RunningProgram, startProgram } from './program.ts';

/** A process of the built store, started again whenever it ends, as systemd does. */
export interface DeployedStore {
  readonly port: number;
  stop(): Promise<void>;
}

export interface StoreParts {
  /** The services that it is a customer of. */
  readonly sandbox: Pick<Sandbox, 'addresses' | 'dataDir'>;
  readonly databaseUrl: string;
  /** A folder with nothing else in it: nothing is installed beside the built store. */
  readonly folder: string;
  /** The file that names the process which runs now. */
  readonly pidFile: string;
}

const listening = /"address":"http:\/\/127\.0\.0\.1:(\d+)"/;

/** Copies the built store into an empty folder. */
export const installStore = (folder: string): Promise<void> => cp(storeFolder, folder, { recursive: true });

/** Starts a process of the installed store on a free port, which it keeps. */
export const startStore = async ({
  sandbox,
  databaseUrl,
  folder,
  pidFile,
}: StoreParts): Promise<DeployedStore> => {
  const { addresses, dataDir } = sandbox;
  const securityKey = (await readFile(join(dataDir, 'gateway-security-key'), 'utf8')).trim();
  let stopping = false;
  let running: RunningProgram;
  let port = '0';
  const start = (): RunningProgram => {
    const started = startProgram(process.execPath, ['main.js'], {
      cwd: folder,
      env: {
        PORT: port,
        DATABASE_URL: databaseUrl,
        COGNITO_ISSUER: `${addresses.pool}/${userPoolId}`,
        COGNITO_CLIENT_ID: userPoolClientId,
        GATEWAY_URL: addresses.gateway,
        GATEWAY_SECURITY_KEY: securityKey,
        GATEWAY_WEBHOOK_KEY: createHmac('sha256', securityKey).update('webhooks').digest('hex'),
        GATEWAY_DUPLICATE_SECONDS: '0',
        ALLOWED_ORIGINS: addresses.app,
        TRUSTED_PROXIES: '1',
        SEND_LOCKS_DIRECTORY: join(folder, 'send-locks'),
      },
    });
    writeFileSync(pidFile, String(started.child.pid));
    started.child.once('exit', () => {
      // One that never listened would end again and again.
      if (!stopping && port !== '0') running = start();
    });
    return started;
  };
  running = start();
  [, port = ''] = await running.says(listening);
  return {
    port: Number(port),
    async stop() {
      stopping = true;
      await running.end();
    },
  };
};
