import type { ReactNode } from 'react'

import styles from './report.module.css'

type ReportRow = {
  key: string
  name: string
  /** 0 to 1: the length of the bar below the name; absent: no bar. */
  share?: number
  cells: ReactNode[]
}

type ReportTableProps = { label: string; columns: string[]; rows: ReportRow[] }

/** A table of figures. On a narrow screen each row is a block with the names of its columns. */
export function ReportTable({ label, columns, rows }: ReportTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, share, cells }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              {share !== undefined && (
                <span className={styles.share} style={{ width: `${share * 100}%` }} />
              )}
            </th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]} data-label={columns[at + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
