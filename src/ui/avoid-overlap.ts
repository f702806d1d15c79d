/** A vertical range of the window, in px from its top. */
export interface Stretch {
  readonly top: number;
  readonly bottom: number;
}

/** Gaps between a message and the content that it must not cover, in px: the usual one and a tight one. */
const clearances = [8, 2] as const;

const isClear = ({ top, bottom }: Stretch, taken: readonly Stretch[]): boolean =>
  taken.every((other) => other.bottom <= top || other.top >= bottom);

/**
 * Returns how far a stack of messages must move to cover nothing, in px. Returns null if there is no space.
 *
 * @param room the range that the stack can use
 * @param direction 1 to move down, -1 to move up
 */
export const clearOffset = (
  usual: Stretch,
  room: Stretch,
  direction: 1 | -1,
  taken: readonly Stretch[],
  clearance: number = clearances[0],
): number | null => {
  const height = usual.bottom - usual.top;
  const offsets = taken.map(({ top, bottom }) =>
    direction === 1 ? bottom + clearance - usual.top : usual.top - (top - clearance - height),
  );
  const isFree = (offset: number) => {
    const top = usual.top + direction * offset;
    const bottom = top + height;
    if (offset !== 0 && (top < room.top || bottom > room.bottom)) return false;
    return isClear({ top, bottom }, taken);
  };
  const [nearest] = [0, ...offsets.filter((offset) => offset > 0)].sort((a, b) => a - b).filter(isFree);
  return nearest ?? null;
};

const headings = ':is(h1, h2, h3, legend)';
const messages = `${headings}, form p, [data-card-field] + [aria-live], [role="alert"], [role="status"], dl`;

/** Returns selectors for what messages must not cover. The caller tries them in order, strictest first. */
const keptClear = (): readonly string[] => {
  // While an iframe has the focus, keep all iframes clear.
  const used = document.activeElement?.matches('iframe') ? 'iframe, :focus' : ':focus';
  const pressed = `${messages}, button, ${used}`;
  return [
    `${pressed}, label, a[href], input, select, iframe`,
    `${pressed}, label, a[href]`,
    `${pressed}, label`,
    pressed,
    `${messages}, ${used}`,
    used,
  ];
};

/** Measures a heading's text, because the heading's box is as wide as the page. */
const textBox = (element: Element): DOMRect => {
  if (!element.matches(headings)) return element.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
};

/**
 * Returns the stack's offset from its usual position, in px, or null to leave it where it is. A hovered or
 * focused stack moves only if it covers a message, a button, a label or the focused element.
 */
const findPlace = (stack: HTMLElement, moved: number): number | null => {
  const { top, bottom, left, right } = stack.getBoundingClientRect();
  if (top === bottom) return null;
  const padding = Number.parseFloat(getComputedStyle(stack).paddingBlockStart);
  const usual = { top: top - moved + padding, bottom: bottom - moved - padding };
  const room = { top: 0, bottom: window.innerHeight };
  const direction = room.bottom - usual.bottom < usual.top ? -1 : 1;
  const boxesOf = (selector: string) =>
    [...document.querySelectorAll(selector)]
      // Toasts avoid all other content, so nothing else avoids toasts.
      .filter((element) => !stack.contains(element) && element.closest('.Toastify') === null)
      .map(textBox)
      // Visually hidden elements are 1 px wide.
      .filter((box) => box.width > 1 && box.height > 1 && box.left < right && box.right > left);
  const selectors = keptClear();
  const [, , needed = ''] = selectors;
  const isHeld = stack.matches(':hover, :focus-within');
  if (isHeld && isClear({ top: top + padding, bottom: bottom - padding }, boxesOf(needed))) return null;
  for (const selector of selectors) {
    const taken = boxesOf(selector);
    for (const clearance of clearances) {
      const offset = clearOffset(usual, room, direction, taken, clearance);
      if (offset !== null) return direction * offset;
    }
  }
  return null;
};

/** Time without scrolling before messages move, in ms. */
const restDelay = 120;

/** Keeps message stacks clear of other content as the page changes. Returns a function that stops this. */
export const keepClear = (stacksIn: () => Iterable<HTMLElement>): (() => void) => {
  const ending = new AbortController();
  const moves = new WeakMap<HTMLElement, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const placeAll = () => {
    for (const stack of stacksIn()) {
      const moved = moves.get(stack) ?? 0;
      const move = findPlace(stack, moved) ?? moved;
      if (move === moved) continue;
      moves.set(stack, move);
      // Unlike an inset, a transform doesn't count as a layout shift.
      stack.style.transform = `translateY(${move}px)`;
    }
  };
  const placeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(placeAll, restDelay);
  };
  placeAll();
  const observer = new MutationObserver(placeAll);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
  // `blur` fires when the focus moves into an iframe.
  for (const type of ['scroll', 'resize', 'focusin', 'blur'])
    window.addEventListener(type, placeSoon, { passive: true, signal: ending.signal });
  return () => {
    ending.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
};
