import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { FreeSpace } from './fitting-layout.ts';

/** Sizes are rounded, so that a window that is being resized needs few layouts. */
const step = 20;
const below = 16;
const smallest = 300;

const rounded = (pixels: number): number => Math.max(smallest, Math.floor(pixels / step) * step);

/** The space from the top of an element to the bottom of an unscrolled window; null before it is known. */
export const useFreeSpace = (): [RefObject<HTMLDivElement | null>, FreeSpace | null] => {
  const frame = useRef<HTMLDivElement>(null);
  const [space, setSpace] = useState<FreeSpace | null>(null);

  useLayoutEffect(() => {
    const measure = () => {
      if (frame.current === null) return;
      const { top, width } = frame.current.getBoundingClientRect();
      const height = window.innerHeight - (top + window.scrollY) - below;
      setSpace({ width: rounded(width), height: rounded(height) });
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);

  return [frame, space];
};
