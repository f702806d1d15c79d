import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { userPoolClientId } from '#local/services.ts';
import { createUserPool, type UserPool } from '#local-cognito';
import { makeDirectory } from '../../../packages/local-services/test/serving.ts';

const origin = 'http://localhost:5174';
let template: Promise<string> | undefined;

afterAll(async () => {
  if (template !== undefined) await rm(await template, { recursive: true, force: true });
  template = undefined;
});

/** Starts an empty pool. All tests share its keys, because creating them takes a second. */
export const openUserPool = async (): Promise<UserPool> => {
  template ??= makeTemplate();
  const dataDir = await makeDirectory();
  await cp(await template, dataDir, { recursive: true });
  const pool = await createUserPool({ dataDir, origin, clientId: userPoolClientId });
  onTestFinished(() => pool.close());
  return pool;
};

const makeTemplate = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'coffer-user-pool-'));
  const pool = await createUserPool({ dataDir, origin, clientId: userPoolClientId });
  await pool.close();
  return dataDir;
};
