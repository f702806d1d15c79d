import { useEffect, useState } from 'react';
import { prefetchModule } from '#chunks/import-chunk.ts';
import * as styles from './QrCode.css.ts';
import type { drawQrCode } from './qr-drawing.ts';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** Text to show if the drawing code fails to load. */
  readonly failure: string;
}

/** Renders a QR code. The drawing code loads with the first QR code. */
export const QrCode = ({ text, label, failure }: QrCodeProps) => {
  const [draw, setDraw] = useState<typeof drawQrCode | 'failed' | null>(null);
  useEffect(() => {
    prefetchModule(() => import('./qr-drawing.ts')).then(
      (drawing) => setDraw(() => drawing.drawQrCode),
      () => setDraw('failed'),
    );
  }, []);

  if (draw === 'failed') return <p>{failure}</p>;
  const { size, path } = draw?.(text) ?? { size: 1, path: '' };
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      aria-busy={draw === null}
    >
      <path d={path} />
    </svg>
  );
};
