import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceAll } from '../shared/folders.ts';

/** Creates a release with other tables and function signatures, so that no release can use another's functions. */
export const makeSuccessor = async (folder: string, successor: string): Promise<void> => {
  await cp(folder, successor, { recursive: true });
  const tables = ['transactions', 'purchase_attempts', 'accounts', 'movements', 'customers'];
  const added = tables.map((table) => `alter table ${table} add column channel text not null default 'web';`);
  await writeFile(join(successor, 'migrations', '9001-channels.sql'), added.join('\n'));
  await change(
    successor,
    'functions/open_purchase.sql',
    '(p_orders purchase_order[])',
    "(p_orders purchase_order[], p_channel text default 'web')",
  );
  await change(successor, 'functions/book_movement.sql', 'book_movement(', 'book(');
  for (const name of ['refund_purchase', 'settle_purchase'])
    await change(successor, `functions/${name}.sql`, 'book_movement(', 'book(');
};

const change = async (folder: string, name: string, from: string, to: string): Promise<void> => {
  const file = join(folder, name);
  await writeFile(file, replaceAll(await readFile(file, 'utf8'), { [from]: to }));
};
