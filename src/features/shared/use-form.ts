import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { markPageLive } from './early-page.ts';
import { createForm, type Errors, type FormRules, type FormState, type Values } from './form.ts';

interface Rules<Name extends string> extends FormRules<Name> {
  /** The fields in the form's order, with their first values. */
  readonly initial: Values<Name>;
  readonly labels: Values<NoInfer<Name>>;
  readonly submit: (values: Values<Name>) => void;
  /** The errors that the service found in the last submit: another object for each submit. */
  readonly refused?: Errors<NoInfer<Name>> | null;
}

/** Also selects a password or a code, which the customer types again. */
const focusControl = (control: unknown): void => {
  if (control instanceof HTMLElement) control.focus();
  if (control instanceof HTMLInputElement && /password$|^one/.test(control.autocomplete)) control.select();
};

/** Connects a form's state to the controls of its element. */
const connect = <Name extends string>(ref: RefObject<HTMLFormElement | null>, first: Rules<Name>) => {
  let rules = first;
  const { initial, labels } = rules;
  const state = createForm(initial, () => rules);

  const controlOf = (name: string) => ref.current?.elements.namedItem(name);
  /** Takes over the values that have changed, even without an event. A checkbox has `on` or nothing. */
  const read = (event: Event) => {
    const data = new FormData(ref.current ?? undefined);
    for (const name of state.names) {
      const value = `${data.get(name) ?? ''}`;
      const control = controlOf(name);
      // The input may have been formatted away.
      if (control && (control === event.target || value !== state.values()[name])) state.edit(name, value);
    }
  };
  const focus = (name: string) => focusControl(controlOf(name));
  const focusFirstError = () => {
    const [name] = state.errors().keys();
    // Renders the errors before the focus moves, so that they can't push the field out of view.
    flushSync(() => undefined);
    if (name !== undefined) focus(name);
  };
  const leave = ({ target }: Event) => {
    // An error must not move the control that is being pressed.
    if (document.querySelector(':is(a, button, label, select):active')) return;
    for (const name of state.names)
      if (target === controlOf(name) && state.values()[name] !== initial[name]) state.check(name);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    read(event);
    if (state.submit()) rules.submit(state.values());
    else focusFirstError();
  };

  return {
    ...state,
    labels,
    initial,
    // Without `post`, a native submit would put the values into the URL.
    props: { ref, method: 'post', noValidate: true },
    focus,
    /** Follows the form's native events. Returns a function that stops that. */
    listen(current: Rules<Name>) {
      rules = current;
      const listening = new AbortController();
      for (const [type, listener] of Object.entries({ input: read, focusout: leave, submit }))
        ref.current?.addEventListener(type, listener, { signal: listening.signal });
      return () => listening.abort();
    },
    /** The labels of the fields that blocked the last submit and are still invalid. */
    blockingLabels: () =>
      state
        .blocking()
        .map((name) => labels[name])
        .join(', '),
    /** Checks one field, and focuses it if it is invalid. Returns whether it is valid. */
    verify(name: Name): boolean {
      state.check(name);
      if (state.errors().has(name)) focus(name);
      return !state.errors().has(name);
    },
    /** Shows the errors that the service found, and those that `check` finds. Focuses the first. */
    refuse(found: Errors<Name>): void {
      state.refuse(found);
      focusFirstError();
    },
  };
};

export type Form<Name extends string> = Omit<ReturnType<typeof connect<Name>>, 'listen'>;

/**
 * A form with its values in native controls, each with one of the names. Spread `props` on the `<form>`.
 * Input from before the script loaded counts as typed.
 */
export const useForm = <Name extends string>(rules: Rules<Name>): Form<Name> => {
  const ref = useRef<HTMLFormElement>(null);
  const [form] = useState(() => connect(ref, rules));
  useLayoutEffect(() => form.listen(rules));
  const { refused } = rules;
  useEffect(() => {
    // After the failure's message renders; otherwise it would move the focused field.
    if (refused) queueMicrotask(() => form.refuse(refused));
  }, [refused, form]);
  useEffect(() => {
    for (const control of ref.current?.elements ?? [])
      if (control instanceof HTMLInputElement && control.value !== control.defaultValue)
        control.dispatchEvent(new Event('input', { bubbles: true }));
    markPageLive();
  }, []);
  return form;
};

/** Selects from a form's state. `select` must return the same value until it changes. */
export const useFormState = <Selected>(
  { subscribe }: Pick<FormState<string>, 'subscribe'>,
  select: () => Selected,
): Selected => useSyncExternalStore(subscribe, select, select);

interface FieldParts<Name> {
  readonly name: Name;
  readonly label: string;
  readonly defaultValue: string;
  readonly error: string | undefined;
}

/** What a field needs. Renders only when its own error changes. */
export const useField = <Name extends string>(form: Form<Name>, name: Name): FieldParts<Name> => ({
  name,
  label: form.labels[name],
  defaultValue: form.initial[name],
  error: useFormState(form, () => form.errors().get(name)),
});
