import { expect, it } from 'vitest';
import { describeViolation } from '#services/reports/describe.ts';

const site = 'https://credits.example.com';
const violation = {
  effectiveDirective: 'connect-src',
  documentURI: `${site}/login?code=canary`,
  referrer: `${site}/canary`,
  sample: 'canary',
  sourceFile: `${site}/assets/first-AbCd1234.js?canary`,
  lineNumber: 3,
  columnNumber: 14,
};

it.each([
  ['https://evil.example/canary@example.com?canary#canary', 'https://evil.example'],
  ['wss://evil.example/canary', 'wss://evil.example'],
  ['data:text/html,canary', 'data:'],
  ['inline', 'inline'],
  ['trusted-types-sink', 'trusted-types-sink'],
  ['canary@example.com', 'unknown'],
  [null, ''],
])('the blocked source %j is described as %j', (blocked, told) => {
  const description = describeViolation(violation, blocked, site);
  expect(description).toEqual({
    type: 'csp-violation',
    directive: 'connect-src',
    blocked: told,
    frame: { file: '/assets/first-AbCd1234.js', line: 3, column: 14 },
  });
});

it('a violation without a source file is described without a position', () => {
  for (const sourceFile of ['', null])
    expect(describeViolation({ ...violation, sourceFile }, 'eval', site).frame).toBeNull();
});

it('a violated directive that is not a single word is described as unknown', () => {
  const effectiveDirective = "script-src 'canary'";
  expect(describeViolation({ ...violation, effectiveDirective }, 'eval', site).directive).toBe('unknown');
});
