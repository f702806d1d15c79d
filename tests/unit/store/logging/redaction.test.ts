import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failureLine } from '#server/store/logging/failures.ts';
import { createLog } from '#server/store/logging/logging.ts';
import { createApiKey } from '#server/store/merchant/api-keys.ts';
import { makeDirectory } from '../../../../packages/local-services/test/serving.ts';

const webhookSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD/w==';

it('API keys and webhook secrets are redacted in logs and failure messages', async () => {
  const key = createApiKey();
  const folder = await makeDirectory();
  const path = join(folder, 'log');
  const file = openSync(path, 'w');
  const error = new Error(`Unexpected token in "Bearer ${key}" and "${webhookSecret}"`);
  createLog('info', file).error({ event: 'request-failed', error, why: key, cause: webhookSecret });
  closeSync(file);
  const logged = readFileSync(path, 'utf8');
  for (const text of [logged, failureLine(error), failureLine(`${key} ${webhookSecret}`)]) {
    expect(text).toContain(`${key.slice(0, 19)}[redacted]`);
    expect(text).toContain('whsec_[redacted]');
    expect(text).not.toContain(key.slice(19));
    expect(text).not.toContain('C2FVsBQIhrscChlQIMV');
  }
  expect(() => JSON.parse(logged)).not.toThrow();
});

it('redaction leaves key prefixes and other text unchanged', () => {
  const prefix = createApiKey().slice(0, 19);
  for (const text of ['coffer_store may not do this', prefix, '']) expect(failureLine(text)).toBe(text);
});
