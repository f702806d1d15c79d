import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import type { Database } from '#server/store/database/database.ts';

/** The client's first line. Its further lines are what the operator types. */
const commandSchema = v.object({ args: v.array(v.string()), operator: v.optional(v.string()) });
/** A line from the store: a call of the client's terminal, or the exit code as the text. */
export const callSchema = v.tuple([v.picklist(['print', 'writeError', 'readLine', 'exit']), v.string()]);

/** Runs operator commands that arrive on a socket, so that they work while this process uses the database. */
export const serveCoffer = (path: string, database: Database): void => {
  const server = createServer((socket) => {
    // If the operator leaves, nothing is confirmed, and a confirmed command still finishes.
    socket.on('error', () => undefined);
    carryOut(socket, database).catch(() => socket.destroy());
  });
  server.on('error', (error) => console.error(`The coffer command can't be used: ${error.message}`));
  const remove = () => rmSync(path, { force: true });
  // A killed process leaves its socket.
  remove();
  process.on('exit', remove);
  const mask = process.umask(0o177);
  server.listen(path);
  process.umask(mask);
};

const carryOut = async (socket: Socket, database: Database): Promise<void> => {
  const lines = createInterface({ input: socket });
  socket.once('close', () => lines.close());
  const typed = lines[Symbol.asyncIterator]();
  const readLine = async () => String((await typed.next()).value ?? '');
  const call = (...message: v.InferOutput<typeof callSchema>) =>
    void socket.write(`${JSON.stringify(message)}\n`);
  const terminal = {
    print: (text: string) => call('print', text),
    writeError: (text: string) => call('writeError', text),
    readLine: () => {
      call('readLine', '');
      return readLine();
    },
  };
  const { args, operator } = v.parse(commandSchema, JSON.parse(await readLine()));
  // Import on demand, because few stores run commands.
  const { runCoffer } = await import('#server/store/operator/run.ts');
  const { openTools } = await import('#server/store/operator/tools.ts');
  const open = async () => ({ ...database, close: async () => undefined });
  const environment = { ...process.env, COFFER_OPERATOR: operator };
  call('exit', String(await runCoffer(args, terminal, () => openTools(environment, open))));
  socket.end();
};
