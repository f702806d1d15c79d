export type Values<Name extends string> = Readonly<Record<Name, string>>;

/** Each field's error text; null or absent if the field is valid. */
export type Errors<Name extends string> = Partial<Readonly<Record<Name, string | null>>>;

type Check<Name extends string> = (values: Values<NoInfer<Name>>) => Errors<NoInfer<Name>>;

export interface FormRules<Name extends string> {
  readonly check?: Check<Name>;
  /** Returns errors that block a submit; defaults to `check`. The service reports others through `refuse`. */
  readonly block?: Check<Name>;
  /** Called after each edit. */
  readonly onEdit?: (values: Values<Name>, name: Name) => void;
  /** Clears the last failure when no errors are left or other errors block a submit. */
  readonly dismiss?: () => void;
}

/** Debounce time before a changed field is checked, in ms. */
const checkDelay = 300;

const collect = <Name extends string>(
  names: readonly Name[],
  values: Values<Name>,
  refused: Errors<Name>,
  { check = () => refused, block = check }: FormRules<Name>,
  isBlock: boolean,
): ReadonlyMap<Name, string> => {
  const found = (isBlock ? block : check)(values);
  return new Map(
    names.flatMap((name) => {
      const text = found[name] ?? refused[name];
      return text ? [[name, text] as const] : [];
    }),
  );
};

/**
 * Creates a form's state outside React, so that a keystroke rerenders only what it changes.
 * Checks an edited field after a pause and on blur, and all fields on submit.
 * Clears an error once its field is valid, and a service's error on the field's next edit.
 * @param initial the fields' initial values, in display order
 * @param rules returns the current rules
 */
export const createForm = <Name extends string>(initial: Values<Name>, rules: () => FormRules<Name>) => {
  const names = Object.keys(initial).filter((name): name is Name => name in initial);
  let values = initial;
  let sent = initial; // From the last submit that wasn't blocked.
  let refused: Errors<Name> = {};
  let errors: ReadonlyMap<Name, string> = new Map();
  let blocking: readonly Name[] = [];
  const timers = new Map<Name, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const find = (isBlock = false) => collect(names, values, refused, rules(), isBlock);
  const check = (name: Name): void => {
    const text = find(!errors.has(name)).get(name);
    if (text !== undefined) errors = new Map(errors).set(name, text);
    notify();
  };

  return {
    names,
    values: () => values,
    sent: () => sent,
    errors: () => errors,
    /** Returns the fields that blocked the last submit and are still invalid. */
    blocking: () => blocking,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check,
    edit(name: Name, value: string): void {
      values = { ...values, [name]: value };
      refused = { ...refused, [name]: null };
      clearTimeout(timers.get(name));
      timers.set(name, setTimeout(check, checkDelay, name));
      const found = find();
      const hadErrors = errors.size > 0;
      errors = new Map([...errors].filter(([name]) => found.has(name)));
      blocking = blocking.filter((name) => errors.has(name));
      notify();
      if (hadErrors && errors.size === 0) rules().dismiss?.();
      rules().onEdit?.(values, name);
    },
    /** Clears a field's error, and doesn't check the field before its next edit. */
    clear(name: Name): void {
      clearTimeout(timers.get(name));
      errors = new Map([...errors].filter(([other]) => other !== name));
      notify();
    },
    /** Returns whether the values can be sent. If not, shows every error. */
    submit(): boolean {
      refused = {};
      const isBlocked = find(true).size > 0;
      if (isBlocked) rules().dismiss?.();
      else sent = values;
      errors = isBlocked ? find() : new Map();
      blocking = [...errors.keys()];
      notify();
      return !isBlocked;
    },
    /** Shows the errors that the service found, together with those from `check`. */
    refuse(found: Errors<Name>): void {
      refused = found;
      errors = find();
      notify();
    },
  };
};

export type FormState<Name extends string> = ReturnType<typeof createForm<Name>>;
