import { describe, expect, it } from 'vitest';
import { runCoffer } from '#server/store/operator/run.ts';
import { openTools } from '#server/store/operator/tools.ts';
import { createOperator } from '../support/operator.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const store = await storeOfFile();
const operator = createOperator(store.database, undefined, async () => 'unknown');
const customer = await store.newCustomer();
const id = crypto.randomUUID();

describe('coffer --json', () => {
  it.each([
    [['customer', 'x@example.com'], 1, 'not-found', 'No customer has the email or id x@example.com.'],
    [['attempt', id], 1, 'not-found', `There is no attempt ${id}.`],
    [['unblock', customer], 1, 'refused', `Customer ${customer} is not blocked.`],
    [[], 2, 'usage', 'Name a command. --help lists all.'],
    [['books', '--al'], 2, 'usage', "unknown option '--al'"],
    [['customer', 'a\u001B'], 2, 'usage', expect.stringContaining('control characters')],
    [['refund', id], 2, 'configuration', expect.stringContaining('Set GATEWAY_URL')],
    [['erase', customer], 3, 'unavailable', expect.stringContaining("The user pool didn't say")],
  ])('prints only the failure of coffer %j as JSON', async (args, exitCode, code, message) => {
    const ended = await operator.run(...args, '--json');
    expect({ ...ended, text: JSON.parse(ended.text) }).toEqual({
      exitCode,
      text: { error: { code, exitCode, message } },
      complaints: '',
    });
  });
});

it.each([
  [{}, 2, /^Set DATABASE_URL .* or DATA_DIR /],
  [{ DATA_DIR: '/nowhere' }, 2, 'There is no store in /nowhere.'],
  [{ DATABASE_URL: 'postgresql://x@127.0.0.1:1/x?sslmode=no' }, 2, /^DATABASE_URL: /],
  [{ DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' }, 3, /^The database can't be used: .*ECONNREFUSED/],
])('coffer names the cause if the environment is %j', async (environment, exitCode, complaint) => {
  const complaints: string[] = [];
  const terminal = {
    print: () => undefined,
    writeError: (text: string) => void complaints.push(text),
    readLine: async () => '',
  };
  const listeners = process.listenerCount('exit');
  expect(await runCoffer(['books'], terminal, () => openTools(environment))).toBe(exitCode);
  expect(process.listenerCount('exit')).toBe(listeners);
  expect(complaints).toEqual([expect.stringMatching(complaint)]);
});
