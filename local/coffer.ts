import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { processTerminal } from '#server/store/operator/program.ts';
import { writeFailure } from '#server/store/operator/run.ts';
import { CliError } from '#server/store/operator/tools.ts';
import { callSchema } from './coffer-socket.ts';
import { cofferSocketIn } from './data-directory.ts';

/** Runs an operator command in the running local store. Without one, or with DATABASE_URL, runs it as deployed. */

const args = process.argv.slice(2);
const { DATABASE_URL, DATABASE_URL_FILE, DATA_DIR, COFFER_OPERATOR } = process.env;

const findStore = async (): Promise<Socket | undefined> => {
  const path = cofferSocketIn(resolve(DATA_DIR || '.data'));
  if (DATABASE_URL || DATABASE_URL_FILE || path === undefined) return undefined;
  const socket = connect(path);
  return new Promise((found, reject) => {
    socket.once('connect', () => found(socket));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') found(undefined);
      else reject(new CliError(`The local store can't be reached: ${error.message}.`, 'unavailable'));
    });
  });
};

const runIn = async (store: Socket): Promise<number> => {
  const lines = createInterface({ input: store });
  store.once('close', () => lines.close());
  store.write(`${JSON.stringify({ args, operator: COFFER_OPERATOR })}\n`);
  for await (const line of lines) {
    const [call, text] = v.parse(callSchema, JSON.parse(line));
    if (call === 'exit') return Number(text);
    if (call !== 'readLine') processTerminal[call](text);
    // Don't wait for the line, so that the command also ends if the store does.
    else void processTerminal.readLine().then((typed) => store.write(`${typed}\n`));
  }
  const what = 'The local store stopped during the command. To see whether it was done, run coffer audit.';
  throw new CliError(what, 'unavailable');
};

try {
  const store = await findStore();
  if (store === undefined) await import('#server/store/coffer.ts');
  else
    process.exitCode = await runIn(store).finally(() => {
      store.destroy();
      process.stdin.destroy();
    });
} catch (error) {
  process.exitCode = writeFailure(args, processTerminal, error);
}
