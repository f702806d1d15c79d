import { type RefObject, useEffect, useRef } from 'react';

/** A pointer press in window coordinates, in px, or a key press. */
interface Press {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

/** Maximum time between a press and its repeat, in ms. */
const repeatLimit = 1_000;

/** Maximum distance between a press and its repeat, in px. */
const reach = 24;

const pressOf = (event: PointerEvent | KeyboardEvent): Press =>
  'key' in event ? { key: event.key, x: 0, y: 0 } : { key: '', x: event.clientX, y: event.clientY };

const isRepeated = (press: Press, before: Press): boolean =>
  press.key === before.key &&
  ['', 'Enter', ' '].includes(press.key) &&
  Math.hypot(press.x - before.x, press.y - before.y) < reach;

const types = ['pointerdown', 'keydown'] as const;

export const useLatestPress = (): RefObject<Press | null> => {
  const latest = useRef<Press | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    for (const type of types)
      window.addEventListener(
        type,
        (event) => {
          latest.current = pressOf(event);
        },
        { capture: true, passive: true, signal: ending.signal },
      );
    return () => ending.abort();
  }, []);
  return latest;
};

/** Ignores a repeated press, which was meant for the button under `element`, not for `element`. */
export const dropRepeatedPress = (element: HTMLElement, latest: Press | null): void => {
  const until = performance.now() + repeatLimit;
  let before = latest;
  let isDropped = false;
  for (const type of types)
    element.addEventListener(
      type,
      (event) => {
        const isInTime = performance.now() < until || ('repeat' in event && event.repeat);
        isDropped = isInTime && before !== null && isRepeated(pressOf(event), before);
        if (!isDropped) before = null;
      },
      { capture: true, passive: true },
    );
  element.addEventListener(
    'click',
    (event) => {
      if (!isDropped) return;
      isDropped = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
};
