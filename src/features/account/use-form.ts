import { type FocusEvent, type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApp } from '#features/shared/app-context.ts';
import { markPageLive } from '#features/shared/early-page.ts';
import { focusField } from '#features/shared/focus-field.ts';

export type FieldReader<Name extends string> = (name: Name) => string;

export type FieldErrors<Name extends string> = ReadonlyMap<Name, string>;

/** Drops the fields without an error, whose text is null. */
export const fieldErrors = <Name extends string>(
  ...found: readonly (readonly [name: Name, text: string | null])[]
): FieldErrors<Name> =>
  new Map(found.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])));

type Check<Name extends string> = (read: FieldReader<Name>) => FieldErrors<Name>;

interface FormRules<Name extends string> {
  /** In the form's order. */
  readonly names: readonly Name[];
  readonly check?: Check<Name>;
  /** Errors that block a submit; `check` by default. The service refuses the others; `mark` shows them. */
  readonly block?: Check<Name>;
  /** Clears the step's failure after a blocked submit. */
  readonly dismiss?: () => void;
  readonly submit: (read: FieldReader<Name>) => void;
}

type Timers = Map<EventTarget, ReturnType<typeof setTimeout>>;

const noProblems = () => new Map<never, string>();

const readField = (form: HTMLFormElement, name: string): string => {
  const control = form.elements.namedItem(name);
  return control instanceof HTMLInputElement ? control.value : '';
};

const isComplete = (form: HTMLFormElement, names: readonly string[]) =>
  names.every((name) => readField(form, name).trim() !== '');

const isTyped = (element: Element) =>
  element instanceof HTMLInputElement && element.value !== element.defaultValue;

const clearTimers = (timers: Timers) => {
  for (const timer of timers.values()) clearTimeout(timer);
};

/** Milliseconds without a change before a field is checked. */
const checkDelay = 300;

/**
 * A form with its values in native inputs. A submit checks all fields; a pause or blur checks a changed one.
 * `refused` are the fields that blocked the last submit and are still invalid; `complete`: no field is empty.
 */
export const useForm = <Name extends string>({
  names,
  check = noProblems,
  block = check,
  dismiss,
  submit,
}: FormRules<Name>) => {
  const { prefetchForForms } = useApp();
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Name>>(new Map());
  const [refused, setRefused] = useState<readonly Name[]>([]);
  const [complete, setComplete] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const [waiting] = useState<Timers>(() => new Map());
  const touched = useRef(new Set<EventTarget>());

  const readerOf =
    (form: HTMLFormElement): FieldReader<Name> =>
    (name) =>
      readField(form, name);
  const errorsIn = (form: HTMLFormElement) => check(readerOf(form));

  // Prefilled values, and input before the script loaded, come without an event.
  useEffect(() => {
    if (ref.current) setComplete(isComplete(ref.current, names));
  }, [names]);

  useEffect(() => () => clearTimers(waiting), [waiting]);

  useEffect(() => {
    const form = ref.current;
    if (form === null) return;
    for (const field of form.elements)
      if (isTyped(field)) field.dispatchEvent(new Event('input', { bubbles: true }));
    markPageLive();
  }, []);

  const nameOf = (field: EventTarget): Name | undefined =>
    names.find((candidate) => field instanceof Element && candidate === field.getAttribute('name'));

  const checkField = (form: HTMLFormElement, field: EventTarget) => {
    const name = nameOf(field);
    if (name === undefined) return;
    const error = block(readerOf(form)).get(name);
    if (error !== undefined) setErrors((shown) => new Map(shown).set(name, error));
  };

  const onInput = ({ currentTarget: form, target }: FormEvent<HTMLFormElement>) => {
    setComplete(isComplete(form, names));
    if (touched.current.size === 0) prefetchForForms();
    touched.current.add(target);
    clearTimeout(waiting.get(target));
    waiting.set(
      target,
      setTimeout(() => checkField(form, target), checkDelay),
    );
    if (errors.size === 0) return;
    const found = errorsIn(form);
    const left = new Map([...found].filter(([name]) => errors.has(name)));
    setErrors(left);
    const edited = nameOf(target);
    const isCorrected = left.size === 0 && edited !== undefined && errors.has(edited);
    if (isCorrected) dismiss?.();
    setRefused(refused.filter((name) => found.has(name)));
  };

  const onBlur = ({ currentTarget: form, target, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    // An error must not move the control that is being pressed.
    const isPressing = relatedTarget?.matches(':active:not(input)') ?? true;
    if (!isPressing && touched.current.has(target)) checkField(form, target);
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    clearTimers(waiting);
    const form = event.currentTarget;
    const read = readerOf(form);
    const isBlocked = block(read).size > 0;
    if (isBlocked) dismiss?.();
    const first = show(isBlocked ? check(read) : new Map(), isBlocked);
    if (first === undefined) submit(read);
    else focusField(form, first);
  };

  /** Shows errors, with a summary if requested. Returns the first invalid field. */
  const show = (found: FieldErrors<Name>, isSummarized: boolean): Name | undefined => {
    const wrong = names.filter((name) => found.has(name));
    const render = () => {
      setErrors(found);
      setRefused(isSummarized ? wrong : []);
      setSubmitted(true);
    };
    // Renders errors before the focus moves to a field, so that they can't push it out of view. Without
    // errors, renders once, together with the submit's result.
    if (wrong.length > 0) flushSync(render);
    else render();
    return wrong[0];
  };

  return {
    errors,
    refused,
    complete,
    submitted,
    read: (name: Name): string => (ref.current ? readField(ref.current, name) : ''),
    /** Checks one field and focuses it if it is invalid. Returns whether it is valid. */
    checkOnly(name: Name): boolean {
      const form = ref.current;
      const error = form && errorsIn(form).get(name);
      if (!form || !error) return true;
      show(new Map([[name, error]]), false);
      focusField(form, name);
      return false;
    },
    /** Shows the errors from the service and from `check`, and focuses the first. */
    mark(found: FieldErrors<Name>): void {
      const form = ref.current;
      if (form === null) return;
      const first = show(new Map([...found, ...errorsIn(form)]), false);
      if (first !== undefined) focusField(form, first);
    },
    // Without `post`, a native submit would put the values into the URL.
    form: { ref, method: 'post', noValidate: true, onInput, onBlur, onSubmit },
  };
};
