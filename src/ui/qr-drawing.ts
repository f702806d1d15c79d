import { encodeQR } from 'qr';

/** Modules of white around a QR code, which readers need to find it. */
const quietZone = 4;

/** A QR code as the path of its dark modules, in a square of `size` units. Carries the encoder: load it when it is needed. */
export const drawQrCode = (text: string): { readonly size: number; readonly path: string } => {
  const rows = encodeQR(text, 'raw', { border: quietZone });
  const runs = rows.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  );
  return { size: rows.length, path: runs.join('') };
};
