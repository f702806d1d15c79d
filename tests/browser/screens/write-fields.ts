import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Writes into fields what `fill` and `selectOption` do, each being focused in turn, at a fraction of the browser's time: for
 * tests in which something else than the writing is the matter.
 *
 * @param values by the fields' labels
 */
export const writeFields = (form: Locator, values: Readonly<Record<string, string>>): Promise<void> =>
  form.evaluate((root, values) => {
    const controls = [...root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
    for (const [label, value] of Object.entries(values)) {
      const control = controls.find(({ labels }) =>
        [...(labels ?? [])].some(({ textContent }) => textContent === label),
      );
      if (control === undefined) throw new Error(`There is no field "${label}"`);
      control.focus();
      if (control instanceof HTMLSelectElement) {
        control.value = value;
        for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
      } else {
        control.select();
        document.execCommand('insertText', false, value);
      }
    }
  }, values);

/**
 * Writes into the gateway's field of this name in the same way, once it takes anything. What Playwright's locators need is put
 * into a document at their first use, which takes longer than all else that is done in such a small one.
 */
export const writeHostedField = async (
  page: Page,
  name: 'ccnumber' | 'ccexp' | 'cvv',
  value: string,
): Promise<void> => {
  // A frame that has just been put into the page has no address yet, and its input takes nothing before it is set up.
  const frame = () => page.frames().find((frame) => frame.url().includes(`&elementId=${name}&`));
  const isEditable = () =>
    // A frame may go while it is asked.
    frame()
      ?.evaluate(() => document.querySelector('input')?.readOnly === false)
      .catch(() => false);
  await expect.poll(isEditable, { message: `the hosted field ${name}`, intervals: [20, 50, 100] }).toBe(true);
  // What a frame promises may never be heard of where another one takes its place: all that is asked of it is answered at once.
  await frame()?.evaluate((value) => {
    const input = document.querySelector('input');
    input?.focus();
    input?.select();
    document.execCommand('insertText', false, value);
  }, value);
};
