import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificate } from '#drills/shared/certificate.ts';
import { listen } from './loopback.ts';

export interface Startup {
  readonly isEncrypted: boolean;
  readonly parameters: ReadonlyMap<string, string>;
}

type Fault = 'silence' | 'cut' | `${number}`;

/** A fake PostgreSQL server. It accepts every session, and returns no rows for queries that aren't in `faults`. */
export interface FakePostgres {
  readonly port: number;
  readonly startups: readonly Startup[];
  readonly queries: readonly string[];
  readonly faults: Map<string, Fault>;
  close(): Promise<void>;
}

// These messages are part of PostgreSQL's frontend/backend protocol 3.0 (see "Message Formats" in its docs).
const sslRequest = 80_877_103;
const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const commandComplete = Buffer.concat([Buffer.from([0x43, 0, 0, 0, 13]), Buffer.from('SELECT 0\0')]);

const errorResponse = (code: string): Buffer => {
  const fields = Buffer.from(`SERROR\0C${code}\0Mrefused\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
};

export const startFakePostgres = async (certificate?: Certificate): Promise<FakePostgres> => {
  const startups: Startup[] = [];
  const queries: string[] = [];
  const faults = new Map<string, Fault>();

  const serve = (socket: Socket): void => {
    socket.once('data', (message: Buffer) => {
      if (message.readInt32BE(4) === sslRequest) {
        socket.write(certificate === undefined ? 'N' : 'S');
        if (certificate !== undefined) serve(encrypted(socket, certificate));
        return;
      }
      const words = message.subarray(8).toString().split('\0');
      const parameters = new Map<string, string>();
      for (let at = 0; words[at]; at += 2) parameters.set(words[at] ?? '', words[at + 1] ?? '');
      startups.push({ isEncrypted: socket instanceof TLSSocket, parameters });
      socket.write(Buffer.concat([authenticationOk, readyForQuery]));
      socket.on('data', (query: Buffer) => {
        if (query.toString('latin1', 0, 1) !== 'Q') {
          socket.end();
          return;
        }
        const text = query.toString('latin1', 5, query.length - 1);
        queries.push(text);
        const fault = faults.get(text);
        if (fault === 'silence') return;
        if (fault === 'cut') {
          socket.destroy();
          return;
        }
        socket.write(Buffer.concat([fault ? errorResponse(fault) : commandComplete, readyForQuery]));
      });
    });
    // The client disconnects if it rejects the certificate.
    socket.on('error', () => socket.destroy());
  };

  return { ...(await listen(createServer(serve))), startups, queries, faults };
};

const encrypted = (socket: Socket, { cert, key }: Certificate): TLSSocket =>
  new TLSSocket(socket, { isServer: true, cert, key });
