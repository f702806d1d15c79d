import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { drawQrCode } from '#ui/qr-drawing.ts';

/** Pixels per module, because readers need more than one. */
const scale = 4;

const rasterize = ({ size, path }: ReturnType<typeof drawQrCode>) => {
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x = '', y = '', run = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    const [left, top] = [Number(x) * scale, Number(y) * scale];
    for (let row = top; row < top + scale; row += 1)
      data.fill(0, (row * width + left) * 4, (row * width + left + Number(run) * scale) * 4);
  }
  return { width, height: width, data };
};

test.each([
  'otpauth://totp/Credits:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Credits',
  `otpauth://totp/Credits:${'a'.repeat(300)}?secret=${'A'.repeat(52)}&issuer=Credits`,
])('a reader decodes the drawing: %s', (text) => {
  expect(decodeQR(rasterize(drawQrCode(text)))).toBe(text);
});

test('the drawing has a quiet zone of four modules', () => {
  const { size, path } = drawQrCode('HELLO');
  expect(size).toBe(21 + 2 * 4);
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)];
  expect(runs.length).toBeGreaterThan(0);
  expect(Math.min(...runs.flatMap(([, x, y]) => [Number(x), Number(y)]))).toBe(4);
  expect(Math.max(...runs.map(([, x, , run]) => Number(x) + Number(run)))).toBe(size - 4);
});
