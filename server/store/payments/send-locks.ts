import { closeSync, openSync, readFileSync, unlinkSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { errorCode } from '../failures.ts';
import type { Log } from '../logging.ts';
import type { DueAttempt, KnownAttempt } from './known-attempt.ts';

/** A sale of an attempt: no two are of the same time. */
export type OpenedSale = Pick<KnownAttempt, 'attemptId' | 'sentAt'>;

/**
 * Decides once and for all whether an opened sale is sent: whoever makes its lock file first, the process that opened it, right before
 * the first byte, or another that takes it for dead. It outlives `kill -9`, as the files are the system's, and costs no wait.
 */
export type SendLocks = Awaited<ReturnType<typeof openSendLocks>>;

/** Linux' name for the time since the machine was started: what was written before that may be lost. */
const bootIdFile = '/proc/sys/kernel/random/boot_id';
const idName = 'id';
/** How long a lock file is kept at least, in milliseconds: nobody is about to send for so long. */
const keptMs = 48 * 3_600_000;
const tidyIntervalMs = 3_600_000;
const tidiedAtOnce = 1_000;

/**
 * @param directory of the processes that may decide about each other's sales, all on this machine. One that a restart of the machine
 *   empties is best, and one from which nothing else removes files
 * @throws an error of the file system
 */
export const openSendLocks = async (directory: string, log: Log, now = () => performance.now()) => {
  const bootId = (await readFile(bootIdFile, 'utf8')).trim();
  const folder = join(directory, bootId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const id = await provideId(folder);
  let isUsable = true;
  let tidiedAt: number | undefined;

  const pathOf = ({ attemptId, sentAt }: OpenedSale) => join(folder, `${attemptId}.${sentAt.getTime()}`);

  const take = (sale: OpenedSale): boolean => {
    try {
      closeSync(openSync(pathOf(sale), 'wx', 0o600));
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      isUsable = false;
      log.error({ event: 'send-locks-failed', attemptId: sale.attemptId, error });
      return false;
    }
  };

  /** Whether this is still the folder that others know by this name. */
  const isSame = (): boolean => {
    try {
      return readFileSync(join(folder, idName), 'utf8') === id;
    } catch {
      return false;
    }
  };

  return {
    /** The directory's name for the records, a UUID: no other machine, and no other boot of this one, has it. Null once a file could not be made. */
    id: (): string | null => (isUsable ? id : null),

    /**
     * Takes the right to send a sale that was opened under this directory's name. Not asynchronous, so that nothing comes between this and
     * the first byte.
     *
     * @returns whether the caller, and nobody else ever, may send it
     */
    take,

    /** Takes the right to send a sale from a process that may be dead. True: it was never sent, and never will be. */
    withhold: (sale: OpenedSale & Pick<DueAttempt, 'sendLocks'>): boolean =>
      sale.sendLocks === id && isUsable && isSame() && take(sale),

    /** Removes the file of whoever took it, once the records say how the sale ended. One that stays is tidied away later. */
    release(sale: OpenedSale): void {
      try {
        unlinkSync(pathOf(sale));
      } catch (error) {
        if (errorCode(error) !== 'ENOENT')
          log.warn({ event: 'send-lock-stays', attemptId: sale.attemptId, error });
      }
    },

    /** Removes, once an hour, old files of sales that the records do not call sent any more. */
    async tidy(database: Database): Promise<void> {
      if (tidiedAt !== undefined && now() - tidiedAt < tidyIntervalMs) return;
      tidiedAt = now();
      const old: OpenedSale[] = [];
      for (const name of await readdir(folder)) {
        const sale = saleOf(name);
        if (sale !== undefined && (await ageOf(join(folder, name))) > keptMs) old.push(sale);
      }
      for (let begin = 0; begin < old.length; begin += tidiedAtOnce) {
        const some = old.slice(begin, begin + tidiedAtOnce);
        const ids = some.map(({ attemptId }) => attemptId);
        const open = await database.query<{ attemptId: string }>(findSending, [ids]);
        const kept = new Set(open.map(({ attemptId }) => attemptId));
        for (const sale of some) if (!kept.has(sale.attemptId)) await rm(pathOf(sale), { force: true });
      }
    },
  };
};

/** The name that the first process gave the folder. */
const provideId = async (folder: string): Promise<string> => {
  const path = join(folder, idName);
  const draft = `${path}.${crypto.randomUUID()}`;
  await writeFile(draft, crypto.randomUUID(), { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
};

const saleOf = (name: string): OpenedSale | undefined => {
  const [, attemptId, sentAt] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d+)$/.exec(name) ?? [];
  return attemptId && sentAt ? { attemptId, sentAt: new Date(Number(sentAt)) } : undefined;
};

/** In milliseconds; of a file that is gone 0. */
const ageOf = async (path: string): Promise<number> => {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
};

const findSending = `
  select attempts.attempt_id as "attemptId"
  from unnest($1::uuid[]) asked (order_id)
  join gateway_claims claims on claims.kind = 'order' and claims.claim = uuid_send(asked.order_id)
  join purchase_attempts attempts using (customer_id, attempt_id)
  where attempts.state = 'sending'`;
