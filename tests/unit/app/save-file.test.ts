import { expect, it, vi } from 'vitest';
import { saveFile } from '#app/ledger/csv-file.ts';

it('saveFile saves a file and never revokes its URL, because Safari reads the URL late', async () => {
  vi.useFakeTimers();
  const saved: object[] = [];
  const createElement = () => {
    const link = { click: () => saved.push({ ...link }) };
    return link;
  };
  vi.stubGlobal('document', { createElement });
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const create = vi.spyOn(URL, 'createObjectURL');
  saveFile('transactions.csv', ['Date\n', 'today\n']);
  expect(saved).toEqual([
    expect.objectContaining({ href: create.mock.results[0]?.value, download: 'transactions.csv' }),
  ]);
  const [file] = create.mock.calls[0] ?? [];
  expect(file instanceof Blob && [file.type, await file.text()]).toEqual([
    'text/csv;charset=utf-8',
    'Date\ntoday\n',
  ]);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(revoke).not.toHaveBeenCalled();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
