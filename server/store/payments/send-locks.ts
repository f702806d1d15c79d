import { closeSync, openSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { errorCode } from '../logging/failures.ts';
import type { Log } from '../logging/logging.ts';
import type { DueAttempt, KnownAttempt } from './known-attempt.ts';

/** Identifies a sale, because no two sales of an attempt have the same time. */
export type OpenedSale = Pick<KnownAttempt, 'attemptId' | 'sentAt'>;

/**
 * Decides exactly once whether a sale is sent. The first process to create the sale's lock file wins. That is
 * the sender, right before the first byte, or a process that assumes the sender is dead.
 */
export type SendLocks = Awaited<ReturnType<typeof openSendLocks>>;

/** File with Linux's id of the current boot. Each boot has its own folder, because a restart may lose lock files. */
const bootIdFile = '/proc/sys/kernel/random/boot_id';
const idName = 'id';
/** Mode of the lock file of a sale that will never be sent. The sender's file is writable. */
const withheldMode = 0o400;
/** Minimum age of deleted lock files, in milliseconds. No sender waits that long. */
const keptMs = 48 * 3_600_000;
const tidyIntervalMs = 3_600_000;
const tidiedAtOnce = 1_000;

/** Opens the directory of lock files. Only this machine may use it, and only a restart may clear it. */
export const openSendLocks = async (directory: string, log: Log, now = () => performance.now()) => {
  const bootId = (await readFile(bootIdFile, 'utf8')).trim();
  const folder = join(directory, bootId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const id = await provideId(folder);
  let isUsable = true;
  let tidiedAt: number | undefined;

  const pathOf = ({ attemptId, sentAt }: OpenedSale) => join(folder, `${attemptId}.${sentAt.getTime()}`);

  const take = (sale: OpenedSale, mode = 0o600): boolean => {
    try {
      closeSync(openSync(pathOf(sale), 'wx', mode));
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      isUsable = false;
      log.error({ event: 'send-locks-failed', attemptId: sale.attemptId, error });
      return false;
    }
  };

  /** Returns whether this path still contains this process' folder. */
  const isSame = (): boolean => {
    try {
      return readFileSync(join(folder, idName), 'utf8') === id;
    } catch {
      return false;
    }
  };

  return {
    /** Returns the folder's UUID, unique to this machine and boot. Null after a file couldn't be created. */
    id: (): string | null => (isUsable ? id : null),

    /** Claims the right to send a sale. It is synchronous, so nothing runs between the claim and the first byte. */
    take: (sale: OpenedSale): boolean => take(sale),

    /** Claims the sale of a process that may be dead. Returns true, each time, if it wasn't sent and never will be. */
    withhold: (sale: OpenedSale & Pick<DueAttempt, 'sendLocks'>): boolean =>
      sale.sendLocks === id && isUsable && isSame() && (take(sale, withheldMode) || isWithheld(pathOf(sale))),

    /** Deletes the sender's lock file after the outcome is stored. `tidy` deletes any that remain. */
    release(sale: OpenedSale): void {
      try {
        unlinkSync(pathOf(sale));
      } catch (error) {
        if (errorCode(error) !== 'ENOENT')
          log.warn({ event: 'send-lock-stays', attemptId: sale.attemptId, error });
      }
    },

    /** Deletes old lock files of sales that are no longer being sent. Runs at most once an hour. */
    async tidy(database: Database): Promise<void> {
      if (tidiedAt !== undefined && now() - tidiedAt < tidyIntervalMs) return;
      const old: OpenedSale[] = [];
      for (const name of await readdir(folder)) {
        const sale = saleOf(name);
        if (sale !== undefined && ageOf(join(folder, name)) > keptMs) old.push(sale);
      }
      for (let begin = 0; begin < old.length; begin += tidiedAtOnce) {
        const some = old.slice(begin, begin + tidiedAtOnce);
        const ids = some.map(({ attemptId }) => attemptId);
        const open = await database.query<{ attemptId: string }>(findSending, [ids]);
        const kept = new Set(open.map(({ attemptId }) => attemptId));
        for (const sale of some) if (!kept.has(sale.attemptId)) await rm(pathOf(sale), { force: true });
      }
      tidiedAt = now();
    },
  };
};

/** Returns the UUID that the first process wrote to the folder. */
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

const find = (path: string) => statSync(path, { throwIfNoEntry: false });
const isWithheld = (path: string): boolean => ((find(path)?.mode ?? 0) & 0o777) === withheldMode;
/** Returns a file's age in milliseconds, or 0 if it is gone. */
const ageOf = (path: string): number => Date.now() - (find(path)?.mtimeMs ?? Date.now());

const findSending = `
  select attempts.attempt_id as "attemptId"
  from unnest($1::uuid[]) asked (order_id)
  join gateway_claims claims on claims.kind = 'order' and claims.claim = uuid_send(asked.order_id)
  join purchase_attempts attempts using (customer_id, attempt_id)
  where attempts.state = 'sending'`;
