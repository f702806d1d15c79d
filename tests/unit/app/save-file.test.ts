import { expect, it, vi } from 'vitest';
import { saveFile } from '#app/ledger/csv-file.ts';
import type { offerFile } from '#features/shared/file-offer.tsx';

const offer = vi.hoisted(() => vi.fn<typeof offerFile>(async () => undefined));
vi.mock('#features/shared/file-offer.tsx', () => ({ offerFile: offer }));

it('saveFile offers the text in an in-app browser, which ignores downloads, and returns false', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Chrome/137' });
  expect(await saveFile('transactions.csv', ['Date\n', 'today\n'], new AbortController().signal)).toBe(false);
  expect(offer).toHaveBeenCalledExactlyOnceWith('transactions.csv', 'Date\ntoday\n', expect.any(AbortSignal));
});

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
  vi.stubGlobal('navigator', { userAgent: 'Safari' });
  expect(await saveFile('transactions.csv', ['Date\n', 'today\n'], new AbortController().signal)).toBe(true);
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
});
