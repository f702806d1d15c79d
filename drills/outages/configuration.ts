import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

/** Local addresses that no other run uses. */
export interface Network {
  /** Replaces the files' `10.0.0.`, for example with `127.31.7.`. */
  readonly prefix: string;
}

export interface Places {
  /** Contains `server.pem`, `server.key` and `ca.pem`. */
  readonly certificates: string;
  readonly programs: string;
}

/** The files' machines, and the last number of their addresses. */
export const machineNames = { db1: 11, db2: 12, db3: 13 } as const;
export type MachineName = keyof typeof machineNames;

/** All of 127.0.0.0/8 is local, so each run can have its own network. */
export const newNetwork = (): Network => {
  const part = () => 2 + Math.floor(Math.random() * 250);
  return { prefix: `127.${part()}.${part()}.` };
};

const changeAll = (file: string, text: string, changes: readonly (readonly [string, string])[]): string => {
  let changed = text;
  for (const [from, to] of changes) {
    if (!changed.includes(from)) throw new Error(`${file} has nothing that reads: ${from}`);
    changed = changed.replaceAll(from, to);
  }
  return changed;
};

const read = (file: string): Promise<string> => readFile(file, 'utf8');
/** The files are for db1. */
const first = '10.0.0.11';

export const patroniConfiguration = async (
  name: MachineName,
  { prefix }: Network,
  places: Places & { readonly folder: string },
): Promise<string> => {
  const file = 'deploy/patroni/patroni.yml';
  const own = `10.0.0.${machineNames[name]}`;
  return changeAll(file, await read(file), [
    ['name: db1', `name: ${name}`],
    [`listen: ${first}`, `listen: ${own}`],
    [`connect_address: ${first}`, `connect_address: ${own}`],
    ['10.0.0.0/24', '127.0.0.0/8'],
    ['10.0.0.', prefix],
    ['/var/lib/postgresql/15/coffer', `${places.folder}/data`],
    ['/var/lib/postgresql/coffer.pgpass', `${places.folder}/pgpass`],
    ['/var/run/postgresql', places.folder],
    ['/usr/lib/postgresql/15/bin', places.programs],
    ['/etc/patroni/', `${places.certificates}/`],
  ]);
};

export const etcdEnvironment = async (
  name: MachineName,
  { prefix }: Network,
  folder: string,
): Promise<Record<string, string | undefined>> => {
  const file = 'deploy/patroni/etcd.env';
  const own = `10.0.0.${machineNames[name]}`;
  return parseEnv(
    changeAll(file, await read(file), [
      ['ETCD_NAME=db1', `ETCD_NAME=${name}`],
      [`URLS=http://${first}`, `URLS=http://${own}`],
      ['10.0.0.', prefix],
      ['/var/lib/etcd/coffer', `${folder}/etcd`],
    ]),
  );
};

export const haproxyConfiguration = async ({ prefix }: Network, socket: string) => {
  const file = 'deploy/patroni/haproxy.cfg';
  const listener = { host: `${prefix}1`, port: 5000 };
  const text = changeAll(file, await read(file), [
    ['bind 127.0.0.1:5000', `bind ${listener.host}:${listener.port}`],
    ['10.0.0.', prefix],
    ['/run/haproxy/admin.sock', socket],
  ]);
  return { listener, text };
};
