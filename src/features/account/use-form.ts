import { type FocusEvent, type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { focusField, readField } from './fields.ts';

/** Reads one field of the form by its name. */
export type FieldReader<Name extends string> = (name: Name) => string;

/** What is wrong, by the name of the field. */
export type FieldErrors<Name extends string> = ReadonlyMap<Name, string>;

interface FormRules<Name extends string> {
  /** The fields, in the order in which they stand. */
  readonly names: readonly Name[];
  readonly check?: (read: FieldReader<Name>) => FieldErrors<Name>;
  readonly submit: (read: FieldReader<Name>) => void;
}

const findNothing = () => new Map<never, string>();

/** Milliseconds after the last change of a field until it is checked. */
const checkDelay = 300;

/**
 * A form whose values stay in its native inputs. All fields are checked on submit, and one that was changed shortly
 * after its last change or when the focus moves on to another; an error goes as soon as its field is right. `complete`
 * says whether no field is empty.
 */
export const useForm = <Name extends string>({ names, check = findNothing, submit }: FormRules<Name>) => {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Name>>(new Map());
  const [complete, setComplete] = useState(false);
  const checking = useRef<ReturnType<typeof setTimeout>>(undefined);

  const errorsIn = (form: HTMLFormElement) => check((name) => readField(form, name));
  const noteComplete = (form: HTMLFormElement) =>
    setComplete(names.every((name) => readField(form, name).trim() !== ''));

  // Values may be there before the first event: prefilled, or typed before the script had loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what stands there at first is of interest
  useEffect(() => {
    if (ref.current) noteComplete(ref.current);
  }, []);

  useEffect(() => () => clearTimeout(checking.current), []);

  const checkField = (form: HTMLFormElement, field: EventTarget) => {
    const name = names.find(
      (candidate) => field instanceof Element && candidate === field.getAttribute('name'),
    );
    if (name === undefined) return;
    const error = errorsIn(form).get(name);
    if (error !== undefined) setErrors((shown) => new Map(shown).set(name, error));
  };

  const onInput = ({ currentTarget: form, target }: FormEvent<HTMLFormElement>) => {
    noteComplete(form);
    clearTimeout(checking.current);
    checking.current = setTimeout(() => checkField(form, target), checkDelay);
    if (errors.size === 0) return;
    const found = errorsIn(form);
    setErrors(new Map([...found].filter(([name]) => errors.has(name))));
  };

  const onBlur = ({ currentTarget: form, target, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    if (!(relatedTarget instanceof HTMLInputElement)) return;
    if (target instanceof HTMLInputElement && target.value !== '') checkField(form, target);
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    clearTimeout(checking.current);
    const form = event.currentTarget;
    const found = errorsIn(form);
    setErrors(found);
    const firstWrong = names.find((name) => found.has(name));
    if (firstWrong === undefined) submit((name) => readField(form, name));
    else focusField(form, firstWrong);
  };

  return { errors, complete, form: { ref, noValidate: true, onInput, onBlur, onSubmit } };
};
