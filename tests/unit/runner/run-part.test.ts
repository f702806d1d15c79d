import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Suite } from '#tests/runner/parts.ts';
import { runPart } from '#tests/runner/run-part.ts';

const { runProgram } = vi.hoisted(() => ({ runProgram: vi.fn<() => Promise<boolean>>() }));
vi.mock('#tests/runner/program.ts', () => ({ runProgram }));

let folder: string;
let suite: Suite;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coffer-runner-'));
  suite = {
    folders: [join(folder, 'other tests'), join(folder, 'tests')],
    testFiles: /\.test\.ts$/,
    reportFile: join(folder, 'report.json'),
    readReport: (json) => (json === 'broken' ? undefined : { failures: [], ...JSON.parse(json) }),
  };
  mkdirSync(join(folder, 'tests'));
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

const addTest = () => writeFileSync(join(folder, 'tests', 'one.test.ts'), '');
const programThat = (succeeds: boolean, report?: string) =>
  runProgram.mockImplementation(async () => {
    if (report !== undefined) writeFileSync(suite.reportFile, report);
    return succeeds;
  });
const run = (of: Suite | undefined) =>
  runPart(
    { name: 'part', program: 'program', args: [], ...(of && { suite: of }) },
    new AbortController().signal,
  );

test('a program without tests passes or fails, and counts only when it fails', async () => {
  programThat(true);
  expect(await run(undefined)).toMatchObject({ outcome: 'passed', passed: 0, failed: 0 });
  programThat(false);
  expect(await run(undefined)).toMatchObject({ outcome: 'failed', passed: 0, failed: 1 });
});

test('a suite counts its tests', async () => {
  addTest();
  programThat(true, '{"passed":7,"failed":0}');
  expect(await run(suite)).toMatchObject({ outcome: 'passed', passed: 7, failed: 0 });
  programThat(false, '{"passed":5,"failed":2}');
  expect(await run(suite)).toMatchObject({ outcome: 'failed', passed: 5, failed: 2 });
});

test('a suite fails with its program, whatever its tests say, and with its tests, whatever its program says', async () => {
  addTest();
  programThat(false, '{"passed":7,"failed":0}');
  expect(await run(suite)).toMatchObject({ outcome: 'failed', passed: 7, failed: 1 });
  programThat(true, '{"passed":6,"failed":1}');
  expect(await run(suite)).toMatchObject({ outcome: 'failed', passed: 6, failed: 1 });
});

test('a suite without a test file is not run', async () => {
  programThat(false);
  runProgram.mockClear();
  expect(await run(suite)).toMatchObject({ outcome: 'no tests yet', passed: 0, failed: 0 });
  expect(runProgram).not.toHaveBeenCalled();
});

test('a suite with test files fails when it ran none, told of none, or told what cannot be read', async () => {
  addTest();
  const failure = { outcome: 'failed', passed: 0, failed: 1 };
  programThat(true, '{"passed":0,"failed":0}');
  expect(await run(suite)).toMatchObject(failure);
  programThat(true, 'broken');
  expect(await run(suite)).toMatchObject(failure);
  programThat(true);
  expect(await run(suite)).toMatchObject(failure);
});
