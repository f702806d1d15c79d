import { expect, it } from 'vitest';
import { defer } from '#local-services/deferred.ts';
import { createReading } from '#server/store/metrics/reading.ts';

it('a metrics reading is shared by concurrent callers and taken again only when it is stale', async () => {
  let time = 0;
  let reads = 0;
  const gate = defer<void>();
  const ask = createReading(
    async () => {
      reads += 1;
      await gate.promise;
      return reads;
    },
    { freshMs: 5_000, limitMs: 60_000, now: () => time },
  );
  const asked = [ask(), ask()];
  time = 60_000;
  asked.push(ask());
  gate.resolve();
  expect(await Promise.all(asked)).toEqual([1, 1, 1]);
  time = 64_999;
  expect(await ask()).toBe(1);
  time = 65_000;
  expect(await ask()).toBe(2);
});

it('a slow metrics reading returns undefined and is not started twice', async () => {
  let reads = 0;
  const ask = createReading(
    () => {
      reads += 1;
      return new Promise(() => undefined);
    },
    { freshMs: 0, limitMs: 1 },
  );
  expect(await ask()).toBeUndefined();
  expect(await ask()).toBeUndefined();
  expect(reads).toBe(1);
});

it('a failed metrics reading returns undefined and is retried when it is stale', async () => {
  let time = 0;
  let fails = true;
  const ask = createReading(
    async () => {
      if (fails) throw new Error('refused');
      return 'read';
    },
    { freshMs: 5_000, limitMs: 60_000, now: () => time },
  );
  expect(await ask()).toBeUndefined();
  fails = false;
  expect(await ask()).toBeUndefined();
  time = 5_000;
  expect(await ask()).toBe('read');
});
