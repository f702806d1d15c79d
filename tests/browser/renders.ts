import type { Page } from '@playwright/test';

/** What is read of React's own tree. Its DevTools read the same. */
interface Fiber {
  readonly flags: number;
  readonly type: unknown;
  readonly stateNode: unknown;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

/** Counts from the first page on which components render, by the hook through which React talks to its DevTools. */
export const watchRenders = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    /** React's flag of a component that was called. */
    const performedWork = 1;
    const rendered: Element[] = [];

    const firstElement = ({ stateNode, child }: Fiber): Element | null => {
      if (stateNode instanceof Element) return stateNode;
      return child && firstElement(child);
    };

    /** Only where the children are other ones than before has anything been called. */
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

/** How many components have rendered since this was last asked, and how many of them outside of the field of this label. */
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
