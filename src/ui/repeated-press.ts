import { type RefObject, useEffect, useRef } from 'react';

/** A press on a place in the window, in pixels, or on a key. */
interface Press {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

/** Milliseconds in which a press that comes again is taken for a double one. */
const repeatLimit = 1_000;

/** Pixels that lie at most between two presses on one place. */
const reach = 24;

const pressOf = (event: PointerEvent | KeyboardEvent): Press =>
  'key' in event ? { key: event.key, x: 0, y: 0 } : { key: '', x: event.clientX, y: event.clientY };

const isRepeated = (press: Press, before: Press): boolean =>
  press.key === before.key &&
  ['', 'Enter', ' '].includes(press.key) &&
  Math.hypot(press.x - before.x, press.y - before.y) < reach;

const types = ['pointerdown', 'keydown'] as const;

/** What the customer pressed last on this page. */
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

/**
 * Drops the clicks on an element that has just come over the page, as long as they repeat the press before it came: who presses
 * a button twice means the button, not what opened over it.
 */
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
