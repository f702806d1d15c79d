import { describe, expect, it } from 'vitest';
import { describeError } from '#services/reports/describe.ts';

const site = 'https://credits.example.com';
const own = `${site}/assets/first-AbCd1234.js`;

const thrown = (name: string, message: string, stack: string): Error =>
  Object.assign(new Error(message), { name, stack });

describe('an error’s description', () => {
  it.each([
    ['Chromium', `TypeError: canary\n    at f (${own}:1:20)\n    at async ${own}:3:4`],
    ['Firefox and Safari', `f@${own}:1:20\n@${own}:3:4\n`],
  ])('has the error’s name and positions from a stack of %s', (_, stack) => {
    expect(describeError('uncaught', thrown('TypeError', 'canary', stack), site)).toEqual({
      type: 'error',
      how: 'uncaught',
      name: 'TypeError',
      frames: [
        { file: '/assets/first-AbCd1234.js', line: 1, column: 20 },
        { file: '/assets/first-AbCd1234.js', line: 3, column: 4 },
      ],
    });
  });

  it('names no other files and no URLs', () => {
    const stack = [
      'Error: x',
      `    at g (${site}/verify-email?code=canary#canary:7:8)`,
      `    at h (${site}/assets/canary@example.com:9:1)`,
      '    at k (https://gateway.example/canary.js?canary:2:3)',
      '    at l (chrome-extension://canary/content.js:4:5)',
      '    at canary (<anonymous>)',
    ].join('\n');
    const description = describeError('rejection', thrown('Error', 'x', stack), site);
    expect(description.frames).toEqual([
      { file: 'page', line: 7, column: 8 },
      { file: 'page', line: 9, column: 1 },
      { file: 'other', line: 2, column: 3 },
      { file: 'other', line: 4, column: 5 },
    ]);
    expect(JSON.stringify(description)).not.toContain('canary');
  });

  it('contains nothing of the error’s message, even if the message looks like a stack', () => {
    const message = `canary\n    at canary (${own}:4242:1)`;
    const stack = `Error: ${message}\n    at f (${own}:1:2)`;
    expect(describeError('crash', thrown('Error', message, stack), site).frames).toEqual([
      { file: '/assets/first-AbCd1234.js', line: 1, column: 2 },
    ]);
  });

  it.each(['canary@example.com', '482913', 'Canary', 'canaryError', 'Canary Error', 'Canary1Error', ''])(
    'uses the name Error for an error named %j',
    (name) => {
      expect(describeError('uncaught', thrown(name, '', ''), site).name).toBe('Error');
    },
  );

  it.each(['NotAuthorizedException', 'ConfigError', 'AbortError'])('keeps the name %s', (name) => {
    expect(describeError('uncaught', thrown(name, '', ''), site).name).toBe(name);
  });

  it.each(['canary', { message: 'canary', stack: own }, null, undefined, 5])('omits a thrown %j', (value) => {
    expect(describeError('rejection', value, site)).toEqual({
      type: 'error',
      how: 'rejection',
      name: 'Error',
      frames: [],
    });
  });

  it('has at most twenty positions', () => {
    const stack = Array.from({ length: 50 }, (_, line) => `    at f (${own}:${line + 1}:1)`).join('\n');
    expect(describeError('uncaught', thrown('RangeError', '', stack), site).frames).toHaveLength(20);
  });
});
