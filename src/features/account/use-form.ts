import { type FocusEvent, type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApp } from '#features/shared/app-context.ts';
import { markPageLive } from '#features/shared/early-page.ts';
import { focusField } from '#features/shared/focus-field.ts';
import type { AuthStep } from '#machines/auth.types.ts';

/** Reads one field of the form by its name. */
export type FieldReader<Name extends string> = (name: Name) => string;

/** What is wrong, by the name of the field. */
export type FieldErrors<Name extends string> = ReadonlyMap<Name, string>;

/** What is wrong with fields, without those that are right: whose text is null. */
export const fieldErrors = <Name extends string>(
  ...found: readonly (readonly [name: Name, text: string | null])[]
): FieldErrors<Name> =>
  new Map(found.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])));

type Check<Name extends string> = (read: FieldReader<Name>) => FieldErrors<Name>;

interface FormRules<Name extends string> {
  /** The fields, in the order in which they stand. */
  readonly names: readonly Name[];
  /** All that is wrong. */
  readonly check?: Check<Name>;
  /** What keeps the form from being sent: by default all of it. The service refuses the rest, and `mark` shows it then. */
  readonly block?: Check<Name>;
  /** The step whose earlier failure goes when a submit is blocked. */
  readonly step?: AuthStep;
  readonly submit: (read: FieldReader<Name>) => void;
}

type Timers = Map<EventTarget, ReturnType<typeof setTimeout>>;

const findNothing = () => new Map<never, string>();

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

/** Milliseconds after the last change of a field until it is checked. */
const checkDelay = 300;

/**
 * A form whose values stay in its native inputs. All fields are checked on submit, and one that was changed shortly
 * after its last change, or at once when the focus moves on; an error goes as soon as its field is right. `refused` are
 * the fields that the last submit was blocked for and that are still wrong; `complete` says whether no field is empty,
 * `submitted` whether a submit was tried. What will answer the form is prefetched once somebody types into it.
 */
export const useForm = <Name extends string>({
  names,
  check = findNothing,
  block = check,
  step,
  submit,
}: FormRules<Name>) => {
  const { auth, prefetchForForms } = useApp();
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

  // Values may come without an event: prefilled, or typed before the script had loaded.
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
    if (isCorrected && step !== undefined) auth.send({ type: 'failure.dismissed', step });
    setRefused(refused.filter((name) => found.has(name)));
  };

  const onBlur = ({ currentTarget: form, target, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    // What is being pressed must not move away under the finger by an error that appears.
    const isPressing = relatedTarget?.matches(':active:not(input)') ?? true;
    if (!isPressing && touched.current.has(target)) checkField(form, target);
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    clearTimers(waiting);
    const form = event.currentTarget;
    const read = readerOf(form);
    const isBlocked = block(read).size > 0;
    if (isBlocked && step !== undefined) auth.send({ type: 'failure.dismissed', step });
    const first = show(isBlocked ? check(read) : new Map(), isBlocked);
    if (first === undefined) submit(read);
    else focusField(form, first);
  };

  /** Shows what is wrong, and names it in a summary if asked to. Returns the first field that is. */
  const show = (found: FieldErrors<Name>, isSummarized: boolean): Name | undefined => {
    const wrong = names.filter((name) => found.has(name));
    const render = () => {
      setErrors(found);
      setRefused(isSummarized ? wrong : []);
      setSubmitted(true);
    };
    // What is wrong stands in the page before the focus comes to it: nothing moves it out of sight afterwards. With nothing
    // wrong, the page is rendered once, with what the submit leads to.
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
    /** Shows what `check` finds wrong now, and what else the service found, and moves the focus to the first of it. */
    mark(found: FieldErrors<Name>): void {
      const form = ref.current;
      if (form === null) return;
      const first = show(new Map([...found, ...errorsIn(form)]), false);
      if (first !== undefined) focusField(form, first);
    },
    // Without this method, a submit by the browser itself would put the values into the address.
    form: { ref, method: 'post', noValidate: true, onInput, onBlur, onSubmit },
  };
};
