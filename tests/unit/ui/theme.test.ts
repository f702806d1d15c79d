import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { rememberedTheme, rememberTheme } from '#ui/theme/chosen-theme.ts';
import { tokens } from '#ui/theme/tokens.ts';

test('the page’s theme-color tags match the themes before any script runs', async () => {
  const page = await readFile('index.html', 'utf8');
  const colors = page.matchAll(
    /<meta name="theme-color" media="\(prefers-color-scheme: (light|dark)\)" content="(#\w{6})" \/>/g,
  );
  expect(Object.fromEntries([...colors].map(([, theme, color]) => [theme, color]))).toEqual({
    light: tokens.palettes.light.canvas,
    dark: tokens.palettes.dark.canvas,
  });
});

test.each(Object.entries(tokens.palettes))(
  'the %s theme’s shaded canvas color matches the canvas under the backdrop',
  (_, { canvas, canvasShaded, backdrop }) => {
    const [red = 0, green = 0, blue = 0, share = 0] = (backdrop.match(/[\d.]+/g) ?? []).map(Number);
    const blended = [red, green, blue].map((over, place) => {
      const under = Number.parseInt(canvas.slice(1 + 2 * place, 3 + 2 * place), 16);
      return Math.round(over * share + under * (1 - share));
    });
    expect(canvasShaded).toBe(`#${blended.map((value) => value.toString(16).padStart(2, '0')).join('')}`);
  },
);

test('the theme follows the system and can still be chosen if the browser refuses storage', () => {
  const refuse = () => {
    throw new DOMException('Forbidden', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  expect(rememberedTheme()).toBe('system');
  expect(() => rememberTheme('dark')).not.toThrow();
});
