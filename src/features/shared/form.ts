export type Values<Name extends string> = Readonly<Record<Name, string>>;

/** The text of each field's error; null or absent if the field is valid. */
export type Errors<Name extends string> = Partial<Readonly<Record<Name, string | null>>>;

type Check<Name extends string> = (values: Values<NoInfer<Name>>) => Errors<NoInfer<Name>>;

export interface FormRules<Name extends string> {
  readonly check?: Check<Name>;
  /** Errors that block a submit; `check` by default. The service refuses the others; `refuse` shows them. */
  readonly block?: Check<Name>;
  /** Called after each edit. */
  readonly onEdit?: (values: Values<Name>, name: Name) => void;
  /** Clears the last failure, once no error is left or other errors block a submit. */
  readonly dismiss?: () => void;
}

/** Milliseconds without a change before a field is checked. */
const checkDelay = 300;

const collect = <Name extends string>(
  names: readonly Name[],
  found: Errors<Name>,
  refused: Errors<Name>,
): ReadonlyMap<Name, string> =>
  new Map(
    names.flatMap((name) => {
      const text = found[name] ?? refused[name];
      return text ? [[name, text] as const] : [];
    }),
  );

/**
 * The state of a form, outside of React, so that a keystroke renders only what it changes.
 * An edited field is checked after a pause and when the customer leaves it; a submit checks every field.
 * An error disappears as soon as its field is valid, and a service's error with the next edit of its field.
 * @param initial the fields in the form's order, with their first values
 * @param rules returns the current rules
 */
export const createForm = <Name extends string>(initial: Values<Name>, rules: () => FormRules<Name>) => {
  const names = Object.keys(initial).filter((name): name is Name => name in initial);
  let values = initial;
  let sent = initial; // In the last submit that was not blocked.
  let refused: Errors<Name> = {};
  let errors: ReadonlyMap<Name, string> = new Map();
  let blocking: readonly Name[] = [];
  let isSubmitted = false;
  const timers = new Map<Name, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const find = (isBlock = false): ReadonlyMap<Name, string> => {
    const { check = () => refused, block = check } = rules();
    return collect(names, (isBlock ? block : check)(values), refused);
  };
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
    /** The fields that blocked the last submit and are still invalid. */
    blocking: () => blocking,
    isSubmitted: () => isSubmitted,
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
    /** Returns whether the values may be sent. If not, shows every error. */
    submit(): boolean {
      refused = {};
      isSubmitted = true;
      const isBlocked = find(true).size > 0;
      if (isBlocked) rules().dismiss?.();
      else sent = values;
      errors = isBlocked ? find() : new Map();
      blocking = [...errors.keys()];
      notify();
      return !isBlocked;
    },
    /** Shows the errors that the service found, and those that `check` finds. */
    refuse(found: Errors<Name>): void {
      refused = found;
      errors = find();
      notify();
    },
  };
};

export type FormState<Name extends string> = ReturnType<typeof createForm<Name>>;
