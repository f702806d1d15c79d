const pressableAt = ({ target }: MouseEvent): Element | null =>
  target instanceof Element ? target.closest('a, button') : null;

/**
 * Ignores the second click of a double-click if it lands on another link or button than the first: the page has changed in
 * between, and the customer meant what was there before.
 */
export const guardDoubleClicks = (): void => {
  // Weak, because it would keep all of a closed form in memory.
  let first: WeakRef<Element> | null = null;
  window.addEventListener(
    'click',
    (event) => {
      const pressed = pressableAt(event);
      if (event.detail < 2) first = pressed && new WeakRef(pressed);
      if (pressed === null || pressed === first?.deref()) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
};
