import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { markPageLive } from './early-page.ts';
import { createForm, type Errors, type FormRules, type FormState, type Values } from './form.ts';

interface Rules<Name extends string> extends FormRules<Name> {
  /** The fields' initial values, in display order. */
  readonly initial: Values<Name>;
  readonly labels: Values<NoInfer<Name>>;
  readonly submit: (values: Values<Name>) => void;
  /** The errors that the service found in the last submit. Each submit must pass a new object. */
  readonly refused?: Errors<NoInfer<Name>> | null;
}

/** Focuses a control. Selects a password or code, because the customer must type it again. */
const focusControl = (control: unknown): void => {
  if (control instanceof HTMLElement) control.focus();
  if (control instanceof HTMLInputElement && /password$|^one/.test(control.autocomplete)) control.select();
};

/** Connects a form's state to the controls of the form element. */
const connect = <Name extends string>(ref: RefObject<HTMLFormElement | null>, first: Rules<Name>) => {
  let rules = first;
  const { initial, labels } = rules;
  const state = createForm(initial, () => rules);

  const controlOf = (name: string) => ref.current?.elements.namedItem(name);
  /** Reads changed values, even if they changed without an event. A checkbox is 'on' or empty. */
  const read = (event: Event) => {
    const data = new FormData(ref.current ?? undefined);
    for (const name of state.names) {
      const value = `${data.get(name) ?? ''}`;
      const control = controlOf(name);
      // Formatting may have removed the input, so the value alone doesn't show an edit.
      if (control && (control === event.target || value !== state.values()[name])) state.edit(name, value);
    }
  };
  const focus = (name: string) => focusControl(controlOf(name));
  const focusFirstError = () => {
    const [name] = state.errors().keys();
    // Render the errors before the focus moves, so that they can't push the field out of view.
    flushSync(() => undefined);
    if (name !== undefined) focus(name);
  };
  const leave = ({ target }: Event) => {
    // An error must not move the control that the customer is pressing.
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
    /** Listens to the form's native events. Returns a function that stops listening. */
    listen(current: Rules<Name>) {
      rules = current;
      const listening = new AbortController();
      for (const [type, listener] of Object.entries({ input: read, focusout: leave, submit }))
        ref.current?.addEventListener(type, listener, { signal: listening.signal });
      return () => listening.abort();
    },
    /** Returns the labels of the fields that blocked the last submit and are still invalid. */
    blockingLabels: () =>
      state
        .blocking()
        .map((name) => labels[name])
        .join(', '),
    /** Checks a field and focuses it if it's invalid. Returns whether it's valid. */
    verify(name: Name): boolean {
      state.check(name);
      if (state.errors().has(name)) focus(name);
      return !state.errors().has(name);
    },
    /** Shows the errors that the service found, together with those from `check`. Focuses the first. */
    refuse(found: Errors<Name>): void {
      state.refuse(found);
      focusFirstError();
    },
  };
};

export type Form<Name extends string> = Omit<ReturnType<typeof connect<Name>>, 'listen'>;

/**
 * Creates a form whose values stay in native controls, named like the fields. Spread `props` on the `<form>`.
 * Counts input from before the script loaded as typed.
 */
export const useForm = <Name extends string>(rules: Rules<Name>): Form<Name> => {
  const ref = useRef<HTMLFormElement>(null);
  const [form] = useState(() => connect(ref, rules));
  useLayoutEffect(() => form.listen(rules));
  const { refused } = rules;
  useEffect(() => {
    // Wait until the failure's message renders. Otherwise, it would move the focused field.
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

/** Selects from a form's state. `select` must return the same reference until its value changes. */
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

/** Returns a field's props. Rerenders only when the field's own error changes. */
export const useField = <Name extends string>(form: Form<Name>, name: Name): FieldParts<Name> => ({
  name,
  label: form.labels[name],
  defaultValue: form.initial[name],
  error: useFormState(form, () => form.errors().get(name)),
});
