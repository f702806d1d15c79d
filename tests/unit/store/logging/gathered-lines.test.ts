import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { gatherLines } from '#server/store/logging/gathered-lines.ts';

const run = promisify(execFile);
const logging = new URL('../../../../server/store/logging/logging.ts', import.meta.url);

const eventsOf = async (end: string): Promise<unknown[]> => {
  const program = `
    const { createLog } = await import('${logging}');
    const log = createLog('info');
    log.info({ event: 'first' });
    log.warn({ event: 'at once' });
    log.info({ event: 'last' });
    ${end}`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { stdout } = await run(process.execPath, args).catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
    throw error;
  });
  const lines = stdout.trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { event: unknown }).event);
};

it.each([
  ['with process.exit', 'process.exit(1)'],
  ['with an uncaught error', "throw new Error('a defect')"],
])('all log lines are written in order when a process ends %s', { timeout: 60_000 }, async (_, end) => {
  expect(await eventsOf(end)).toEqual(['first', 'at once', 'last']);
});

it('the log writes consecutive lines together and in order', async () => {
  const written: string[] = [];
  const lines = gatherLines((text) => written.push(text));
  lines.write('a\n');
  lines.write('b\n');
  expect(written).toEqual([]);
  await expect.poll(() => written).toEqual(['a\nb\n']);
});

it('the log writes at most one pipe buffer at a time', () => {
  const written: string[] = [];
  const lines = gatherLines((text) => written.push(text));
  for (const letter of ['a', 'b', 'c']) lines.write(letter.repeat(7_000));
  lines.flush();
  expect(written.map((text) => text.length)).toEqual([14_000, 7_000]);
});
