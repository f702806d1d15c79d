import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import type { World } from './world.ts';

const pauseMs = 20;
const keySchema = v.pipe(v.string(), v.parseJson(), v.object({ key: v.string() }));

/** Starts a merchant's server for each process of the store, which spends one credit after another. */
export const startSpenders = ({ fleet, customers, folder, databaseUrl }: World) => {
  const added = execFileSync(
    process.execPath,
    ['coffer.js', '--json', 'keys', 'add', 'drill', '--scopes', 'spend'],
    { cwd: folder, encoding: 'utf8', env: { DATABASE_URL: databaseUrl, COFFER_OPERATOR: 'drill' } },
  );
  const { key } = v.parse(keySchema, added);
  const calls: string[] = [];
  let isStopped = false;

  const spend = async (port: number, customerId: string | undefined): Promise<void> => {
    const url = `http://127.0.0.1:${port}/v1/spends/${crypto.randomUUID()}`;
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ customer_id: customerId, credits: 1 });
    const { status, headers: received } = await fetch(url, { method: 'PUT', headers, body });
    calls.push(received.has('Retry-After') ? `${status}, Retry-After` : `${status}`);
  };
  const running = fleet.ports.map(async (port, place) => {
    for (; !isStopped; await delay(pauseMs)) await spend(port, customers[place]?.id);
  });
  return {
    /** The status of each response, with the name of its header. */
    calls,
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(running);
    },
  };
};
