import * as styles from './SegmentedControl.css.ts';

export interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** Renders a row of toggle buttons. Exactly one is pressed. */
export const SegmentedControl = <Value extends string>({
  label,
  options,
  chosen,
  onChoose,
}: SegmentedControlProps<Value>) => (
  <fieldset className={styles.group} aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        className={styles.segment}
        aria-pressed={option.value === chosen}
        onClick={() => onChoose(option.value)}
      >
        {option.label}
      </button>
    ))}
  </fieldset>
);
