import { useEffect, useRef } from 'react';
import type { Values } from '#features/shared/form.ts';
import type { Form } from '#features/shared/use-form.ts';

/** Updates fields when another tab or device saves new values, except fields with unsaved edits. */
export const useSavedValues = <Name extends string>(
  { props, names, values, sent, clear }: Form<Name>,
  saved: Values<Name>,
): void => {
  const last = useRef(saved);
  useEffect(() => {
    for (const name of names) {
      const control = props.ref.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
      const isKnown = [last.current[name], sent()[name]].includes(values()[name]);
      if (!control || !isKnown || saved[name] === last.current[name]) continue;
      if (control.type === 'checkbox') control.checked = saved[name] !== '';
      else control.value = saved[name];
      control.dispatchEvent(new Event('input', { bubbles: true }));
      clear(name);
    }
    last.current = saved;
  }, [names, props, saved, sent, values, clear]);
};
