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

  it.each([
    ['<p>Paid {amount}</p>', ['Paid', '{amount}']],
    ['<p>{texts.hint}{busy && <Spinner />}</p>', ['{texts.hint}']],
    ['<p>{open && texts.hint}<br /></p>', ['{open && texts.hint}']],
    ['<p>{texts.a(b)} <b>{c}</b></p>', ['{texts.a(b)}']],
    ['<>{label}</>', ['{label}']],
    ['<p>{busy ? texts.a : texts.b}</p>', []],
    ['<p><span>{label}</span>{children}{list.map(show)}</p>', []],
    ['<p>\n  <span>{label}</span>{" "}\n  {/* why */}\n  {busy ? <A /> : null}\n</p>', []],
  ])('are found next to a sibling or in a fragment: %s', (jsx, texts) => {
    expect(bareTextsIn('view.tsx', jsx)).toEqual(texts.map((text) => `view.tsx:1: ${text}`));
  });
});
