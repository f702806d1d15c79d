import { type SubmitEvent, type SyntheticEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useApp } from './app-context.ts';
import { markPageLive } from './early-page.ts';

/** Reads one field of the form by its name. */
export type FieldReader<Name extends string> = (name: Name) => string;

/** What is wrong, by the name of the field. */
export type FieldErrors<Name extends string, Problem = string> = ReadonlyMap<Name, Problem>;

/** What is wrong with fields, without those that are right: whose text is null. */
export const fieldErrors = <Name extends string>(
  ...found: readonly (readonly [name: Name, text: string | null])[]
): FieldErrors<Name> =>
  new Map(found.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])));

type Check<Name extends string, Problem> = (read: FieldReader<Name>) => FieldErrors<Name, Problem>;

interface FormRules<Name extends string, Problem> {
  /** The fields, in the order in which they stand. */
  readonly names: readonly Name[];
  /** The fields that must not be empty: by default all. */
  readonly required?: readonly Name[];
  /** What each field starts with, until the form is in the page. */
  readonly known?: FieldReader<Name>;
  /** All that is wrong. */
  readonly check?: Check<Name, Problem>;
  /** What keeps the form from being sent: by default all of it. The service refuses the rest, and `mark` shows it then. */
  readonly block?: Check<Name, Problem>;
  /** Whether a field is also checked when it is left untouched. */
  readonly checksUntouched?: boolean;
  /** Called at the first edit. */
  readonly onBegun?: () => void;
  readonly onEdit?: (name: Name, value: string) => void;
  /** Drops an earlier failure: what is shown to be wrong was corrected, or the next submit is blocked. */
  readonly dismiss?: () => void;
}

interface FormState<Name extends string, Problem> {
  /** What is shown to be wrong. */
  readonly errors: FieldErrors<Name, Problem>;
  /** The fields that the last submit was blocked for and that are still wrong. */
  readonly refused: readonly Name[];
  /** Whether a submit was tried. */
  readonly submitted: boolean;
}

/** Milliseconds after the last change of a field until it is checked. */
const checkDelay = 300;

/**
 * A form whose values stay in its native inputs. A submit checks all fields. A changed field is checked shortly after its
 * last change, or at once when the focus moves on. An error goes as soon as its field is right. What is shown lives
 * outside React, so that a component renders only when its own part changes.
 */
export const createForm = <Name extends string, Problem>({
  names,
  required = names,
  known,
  check = () => new Map(),
  block = check,
  checksUntouched = false,
  onBegun,
  onEdit,
  dismiss,
}: FormRules<Name, Problem>) => {
  let element: HTMLFormElement | null = null;
  const listeners = new Set<() => void>();
  const timers = new Map<Name, ReturnType<typeof setTimeout>>();

  const controlOf = (name: Name) => {
    if (element === null) return null;
    const control = element.elements.namedItem(name);
    return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control : null;
  };
  const read = (name: Name): string => controlOf(name)?.value ?? known?.(name) ?? '';
  let state: FormState<Name, Problem> = { errors: new Map(), refused: [], submitted: false };

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const change = (changes: Partial<FormState<Name, Problem>>) => {
    state = { ...state, ...changes };
    notify();
  };
  const stopTimers = () => {
    for (const timer of timers.values()) clearTimeout(timer);
  };
  const checkField = (name: Name) => {
    const { errors } = state;
    const problem = (errors.has(name) ? check : block)(read).get(name);
    if (problem !== undefined) change({ errors: new Map(errors).set(name, problem) });
  };
  /** Shows what is wrong, names it in a summary if it was refused, and moves the focus to the first of it. */
  const show = (errors: FieldErrors<Name, Problem>, isRefused: boolean) => {
    const wrong = names.filter((name) => errors.has(name));
    const [first] = wrong;
    const render = () => change({ errors, refused: isRefused ? wrong : [], submitted: true });
    // What is wrong stands in the page before the focus comes to it: nothing moves it out of sight afterwards. With nothing
    // wrong, the page is rendered once, with what the submit leads to.
    if (first === undefined) return render();
    flushSync(render);
    controlOf(first)?.focus();
  };

  return {
    read,
    /** The required fields that are empty. */
    missing: () => required.filter((name) => read(name).trim() === ''),
    /** The same object until something that is shown changes. */
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Takes the element. React may detach one that it never attached. */
    attach(form: HTMLFormElement | null) {
      element = form;
      // What was typed before the script had loaded.
      for (const field of form?.elements ?? [])
        if (field instanceof HTMLInputElement && field.value !== field.defaultValue)
          field.dispatchEvent(new Event('input', { bubbles: true }));
      return stopTimers;
    },
    /** The name of the field that is this control. */
    nameOf: (control: EventTarget) => names.find((name) => controlOf(name) === control),
    edit(name: Name) {
      if (timers.size === 0) onBegun?.();
      onEdit?.(name, read(name));
      clearTimeout(timers.get(name));
      timers.set(
        name,
        setTimeout(() => checkField(name), checkDelay),
      );
      const found = check(read);
      const errors = new Map([...state.errors].filter(([wrong]) => found.has(wrong)));
      if (state.errors.has(name) && errors.size === 0) dismiss?.();
      if (errors.size === state.errors.size) notify();
      else change({ errors, refused: state.refused.filter((wrong) => errors.has(wrong)) });
    },
    leave(name: Name) {
      // What is being pressed must not move away under the finger by an error that appears.
      const isPressing = document.querySelector(':is(a, button, label):active') !== null;
      if (!isPressing && (checksUntouched || timers.has(name))) checkField(name);
    },
    /** Checks all fields. Returns whether the form may be sent. */
    submit(): boolean {
      stopTimers();
      const isBlocked = block(read).size > 0;
      if (isBlocked) dismiss?.();
      show(isBlocked ? check(read) : new Map(), isBlocked);
      return !isBlocked;
    },
    /** Shows what `check` finds wrong now, and what else the service found, and moves the focus to the first of it. */
    mark: (found: FieldErrors<Name, Problem>) => show(new Map([...found, ...check(read)]), false),
    /** Moves the focus to a field whose value is to be typed again. */
    retype(name: Name) {
      const control = controlOf(name);
      control?.focus();
      if (control && 'select' in control) control.select();
    },
  };
};

export type Form<Name extends string, Problem> = ReturnType<typeof createForm<Name, Problem>>;

/** One part of what a form shows or holds, which must be the same value until it changes; renders again only then. */
export const useFormState = <Name extends string, Problem, Selected>(
  form: Form<Name, Problem>,
  select: () => Selected,
): Selected => useSyncExternalStore(form.subscribe, select, select);

/** A form, by the rules of the first render, and the props of its element. `onSubmit` is also told of a blocked submit. */
export const useForm = <Name extends string, Problem>(
  rules: FormRules<Name, Problem>,
  onSubmit: (read: FieldReader<Name>, isRight: boolean) => void,
) => {
  const [form] = useState(() => createForm(rules));
  useEffect(markPageLive, []);
  const onField =
    (act: (name: Name) => void) =>
    ({ target }: SyntheticEvent) => {
      const name = form.nameOf(target);
      if (name !== undefined) act(name);
    };
  const props = {
    ref: form.attach,
    // Without this method, a submit by the browser itself would put the values into the address.
    method: 'post',
    noValidate: true,
    onInput: onField(form.edit),
    onBlur: onField(form.leave),
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      onSubmit(form.read, form.submit());
    },
  };
  return [form, props] as const;
};

interface AccountFormRules<Name extends string>
  extends Pick<FormRules<Name, string>, 'names' | 'check' | 'block' | 'dismiss'> {
  readonly submit: (read: FieldReader<Name>) => void;
}

/** A form of the account, whose component renders with it. What will answer it is prefetched once somebody types. */
export const useAccountForm = <Name extends string>({ submit, ...rules }: AccountFormRules<Name>) => {
  const { prefetchForForms } = useApp();
  const [form, props] = useForm({ ...rules, onBegun: prefetchForForms }, (read, isRight) => {
    if (isRight) submit(read);
  });
  const complete = useFormState(form, () => form.missing().length === 0);
  return { ...form, ...useFormState(form, form.state), complete, form: props };
};
