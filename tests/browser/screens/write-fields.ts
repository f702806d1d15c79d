import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Fills and focuses fields like `fill` and `selectOption`, but much faster. Don't use it to test typing.
 *
 * @param values by field label
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

/** Types into a hosted field without locators, because injecting their script into each frame is slow. */
export const writeHostedField = async (
  page: Page,
  name: 'ccnumber' | 'ccexp' | 'cvv',
  value: string,
): Promise<void> => {
  // A new frame has no URL yet, and its input is read-only until the script sets it up.
  const frame = () => page.frames().find((frame) => frame.url().includes(`&elementId=${name}&`));
  const isEditable = () =>
    // The frame may be removed during the call.
    frame()
      ?.evaluate(() => document.querySelector('input')?.readOnly === false)
      .catch(() => false);
  await expect.poll(isEditable, { message: `the hosted field ${name}`, intervals: [20, 50, 100] }).toBe(true);
  // A promise in a replaced frame may never settle, so run only synchronous code.
  await frame()?.evaluate((value) => {
    const input = document.querySelector('input');
    input?.focus();
    input?.select();
    document.execCommand('insertText', false, value);
  }, value);
};
