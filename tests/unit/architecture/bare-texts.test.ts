import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bareTextsIn } from './bare-texts.ts';

const views = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => join('src', name));

describe('texts of the views', () => {
  it('are alone in their element, so that a translator may replace their nodes', () => {
    expect(views.length).toBeGreaterThan(50);
    expect(views.flatMap((file) => bareTextsIn(file, readFileSync(file, 'utf8')))).toEqual([]);
  });
});
