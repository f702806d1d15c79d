import type { Page } from '@playwright/test';

/** Maximum gap above a form's label, in px, excluding padding. A larger gap means an empty row. */
const largestGap = 42;

/**
 * Returns the page's layout problems: messages that cover other content, empty lines that take up room, forms
 * that reserve room for errors, and errors outside their column.
 */
export const layoutProblems = (page: Page): Promise<string[]> =>
  page.evaluate((largestGap) => {
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
    };
    const seen = (selector: string, root: ParentNode = document) =>
      [...root.querySelectorAll(selector)].filter(isSeen);
    const nameOf = (element: Element) => `${element.tagName} ${(element.textContent ?? '').slice(0, 40)}`;
    /** Returns the box of the element, or of the text in a heading, which is as wide as the page. */
    const boxOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return element.matches('h1, h2, h3, legend')
        ? range.getBoundingClientRect()
        : element.getBoundingClientRect();
    };
    const meet = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

    const errorsOfForm = 'form [id$="-error"], [data-card-field] + [aria-live]:not(:empty)';
    // A dialog's own dialog covers it.
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    // Toasts and the offline banner may cover content.
    const messages = seen(':is([role="alert"], [role="status"]):not(.Toastify *)', root).filter(
      ({ parentElement: box }) => box && getComputedStyle(box).position !== 'sticky',
    );
    const covered = messages.flatMap((message) =>
      [...seen(`h1, h2, h3, legend, form label, ${errorsOfForm}, button, dl`, root), ...messages]
        .filter((other) => !other.contains(message) && !message.contains(other))
        .filter((other) => meet(message.getBoundingClientRect(), boxOf(other)))
        .map((other) => `${nameOf(message)} covers ${nameOf(other)}`),
    );

    const empty = seen('p:empty, [role="status"]:empty, [role="alert"]:empty, [aria-live]:empty', root)
      .filter((element) => element.closest('[aria-hidden="true"]') === null)
      .map((element) => `${element.outerHTML.slice(0, 80)} is empty and takes room`);

    /** Returns the padding and borders (px) at one edge of boxes that contain `element` but not `other`. */
    const edgeOf = (element: Element, other: Element, edge: 'Top' | 'Bottom') => {
      let sum = 0;
      for (let box = element.parentElement; box !== null && !box.contains(other); box = box.parentElement) {
        const style = getComputedStyle(box);
        sum += Number.parseFloat(style[`padding${edge}`]) + Number.parseFloat(style[`border${edge}Width`]);
      }
      return sum;
    };
    const gaps = seen('form label', root).flatMap((label) => {
      const form = label.closest('fieldset, form');
      const box = label.getBoundingClientRect();
      const [above] = seen('*', form ?? document)
        .filter((element) => element.childElementCount === 0 || element.matches('select'))
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        // A long error makes room for all columns of its row.
        .filter(({ element, box: { left, right } }) =>
          element.closest(errorsOfForm) ? true : left < box.right && right > box.left,
        )
        .filter((other) => other.box.bottom <= box.top + 1)
        .sort((a, b) => b.box.bottom - a.box.bottom);
      if (above === undefined) return [];
      const padding = edgeOf(above.element, label, 'Bottom') + edgeOf(label, above.element, 'Top');
      const gap = box.top - above.box.bottom - padding;
      return gap > largestGap ? [`${Math.round(gap)} px stand empty above ${nameOf(label)}`] : [];
    });

    const errors = seen(errorsOfForm, root).flatMap((error) => {
      const box = error.getBoundingClientRect();
      const column = error.parentElement?.getBoundingClientRect();
      const form = error.closest('form') ?? document;
      const met = seen('label, input, select, legend, [data-card-field]', form).filter((other) =>
        meet(box, other.getBoundingClientRect()),
      );
      const isOutside = column === undefined || box.left < column.left - 1 || box.right > column.right + 1;
      return [
        ...(isOutside ? [`${nameOf(error)} leaves its column`] : []),
        ...met.map((other) => `${nameOf(error)} lies over ${nameOf(other)}`),
      ];
    });
    return [...covered, ...empty, ...gaps, ...errors];
  }, largestGap);

/** Waits for a paint and returns the sum of all layout shifts so far, including shifts after user input. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );
