import type { Page } from '@playwright/test';

/** The fields of React's internal tree that we read, as React DevTools does. */
interface Fiber {
  readonly flags: number;
  readonly type: unknown;
  readonly stateNode: unknown;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

/** Counts component renders through React's DevTools hook, starting with the next page load. */
export const watchRenders = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    /** React's flag for a component that rendered. */
    const performedWork = 1;
    const rendered: Element[] = [];

    const firstElement = ({ stateNode, child }: Fiber): Element | null => {
      if (stateNode instanceof Element) return stateNode;
      return child && firstElement(child);
    };

    /** Records rendered components. If `child` is unchanged, nothing below it rendered. */
    const visit = (fiber: Fiber, before: Fiber) => {
      if (typeof fiber.type !== 'string' && (fiber.flags & performedWork) !== 0) {
        const element = firstElement(fiber);
        if (element !== null) rendered.push(element);
      }
      if (fiber.child === before.child) return;
      for (let child = fiber.child; child !== null; child = child.sibling)
        if (child.alternate !== null) visit(child, child.alternate);
    };

    Object.assign(window, {
      rendered,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        isDisabled: false,
        inject: () => 1,
        onCommitFiberRoot: (_renderer: number, { current }: { readonly current: Fiber }) => {
          if (current.alternate !== null) visit(current, current.alternate);
        },
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    });
  });

/** Returns how many components have rendered since the last call, and how many outside the field `label`. */
export const takeRenders = (page: Page, label = ''): Promise<{ all: number; elsewhere: number }> =>
  page.evaluate((label) => {
    const rendered: unknown = Reflect.get(window, 'rendered');
    if (!Array.isArray(rendered)) throw new Error('Renders are not watched');
    const elements = rendered.splice(0);
    const text = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    const field = text?.parentElement?.parentElement;
    return {
      all: elements.length,
      elsewhere: elements.filter((element) => !field?.contains(element)).length,
    };
  }, label);
