import * as styles from './Switch.css.ts';

export interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  /** Whether the switch ignores presses. It keeps its focus. */
  readonly inert?: boolean;
  /** Whether the setting isn't in effect although it's on. The switch then looks only half on. */
  readonly tentative?: boolean;
  readonly describedBy?: string | undefined;
  readonly onChange: (checked: boolean) => void;
}

export const Switch = ({
  label,
  checked,
  inert = false,
  tentative = false,
  describedBy,
  onChange,
}: SwitchProps) => (
  <label className={styles.label}>
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox reports its own state
      role="switch"
      className={styles.control}
      checked={checked}
      aria-disabled={inert}
      data-tentative={tentative}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => {
        if (!inert) onChange(currentTarget.checked);
      }}
    />
    <span>{label}</span>
  </label>
);
