import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import * as styles from './Table.css.ts';

interface Column {
  readonly name: string;
  /** Whether the column contains numbers, which are end-aligned. */
  readonly isNumeric?: boolean;
}

export interface TableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly className?: string;
  readonly children: ReactNode;
}

export const Table = ({ label, columns, className, children }: TableProps) => (
  <div className={styles.frame}>
    <table className={classNames(styles.table, className)} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, isNumeric = false }) => (
            <th key={name} scope="col" className={isNumeric ? styles.number : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
