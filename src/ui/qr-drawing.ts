import { encodeQR } from 'qr';

/** Width of the white border, in modules. Scanners need it to find the code. */
const quietZone = 4;

/** Draws a QR code as an SVG path in a `size`-unit square. Includes the encoder, so import it on demand. */
export const drawQrCode = (text: string): { readonly size: number; readonly path: string } => {
  const rows = encodeQR(text, 'raw', { border: quietZone });
  const runs = rows.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  );
  return { size: rows.length, path: runs.join('') };
};
