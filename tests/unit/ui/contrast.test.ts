import { describe, expect, test } from 'vitest';
import { tokens } from '#ui/theme/tokens.ts';

const text = 4.5;
const control = 3;

/** Returns the relative luminance of a #rrggbb color, as WCAG 2 defines it. */
const luminance = (color: string): number => {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? Number.NaN) + 0.7152 * (green ?? Number.NaN) + 0.0722 * (blue ?? Number.NaN);
};

const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

type Color = keyof typeof tokens.palettes.light;

const surfaces: readonly Color[] = ['canvas', 'surface', 'sunken'];
const tones = ['danger', 'success', 'warning', 'info'] as const;
const tinted: readonly Color[] = ['accentSurface', ...tones.map((tone) => `${tone}Surface` as const)];
const texts: readonly Color[] = ['text', 'textMuted', 'accent', 'brassText', 'dangerText', 'successText'];
const controls: readonly Color[] = ['controlLine', 'focus'];

const pairs: readonly (readonly [front: Color, back: Color, atLeast: number])[] = [
  ...surfaces.flatMap((back) => texts.map((front) => [front, back, text] as const)),
  ...tinted.map((back) => ['focus', back, control] as const),
  ...surfaces.flatMap((back) => controls.map((front) => [front, back, control] as const)),
  ...tones.map((tone) => ['text', `${tone}Surface`, text] as const),
  ...tones.map((tone) => [`${tone}Text`, `${tone}Surface`, text] as const),
  ['onAccent', 'accent', text],
  ['onAccent', 'accentHover', text],
  ['onVault', 'vault', text],
  ['onVaultMuted', 'vault', text],
  ['vaultBrass', 'vault', control],
  ['accent', 'accentSurface', text],
  ['text', 'accentSurface', text],
];

describe.each(Object.entries(tokens.palettes))('in the %s theme', (_, palette) => {
  test.each(pairs)('%s on %s has a contrast of at least %d', (front, back, atLeast) => {
    expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(atLeast);
  });
});
