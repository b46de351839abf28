import {
  columnVisibilityFeature,
  functionalUpdate,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react'

import { LoadFailure } from '#console/feedback/LoadFailure.tsx'
import { shellText } from '#console/text/shell.ts'
import { tableText } from '#console/text/table.ts'
import { Button } from '#ui/Button.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { ColumnMenu } from './ColumnMenu.tsx'
import { rowAfter } from './row-step.ts'
import { useColumns } from './use-columns.ts'

import styles from './DataTable.module.css'

export type Column<Row> = {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** A width of CSS for a wide screen, as '8rem'. Absent: a share of what is left. */
  width?: string
  /** The column holds numbers, aligned under one another. */
  isNumber?: true
  /** The column identifies the row, so it is always shown. */
  isFixed?: true
  /** Shown only if the person chooses it. */
  isExtra?: true
}

/** The pages that have been read, as useInfiniteQuery gives them. */
type Pages<Row> = {
  data: { pages: (Row[] | null)[] } | undefined
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

type DataTableProps<Row> = {
  /** The key under which the person's choice of columns is stored. */
  name: string
  label: string
  columns: Column<Row>[]
  pages: Pages<Row>
  rowKey: (row: Row) => string
  /** Shown instead of a table without rows. */
  empty: ReactNode
  /** Filters, at the left of the choice of columns. */
  tools?: ReactNode
  /** Enter or a press on a row. */
  onOpen?: (row: Row) => void
}

const features = tableFeatures({ columnVisibilityFeature })

/** The width that a column without one has at least. */
const minShare = '14rem'
/**
 * px of a row until it is measured: that of one line. A row with another height draws the table a second time within its frame, because
 * the rows below it move.
 */
const estimatedRow = 38
/** Rows above and below the visible ones: those of one turn of the wheel. */
const overscan = 6
/** The next page is read when this number of rows or fewer are left below. */
const readAhead = 20

/**
 * A list of any length: the server gives pages, and only the visible rows are in the document. Arrows, Page up and down, Home and End
 * move between rows.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { name, columns, pages, empty, tools } = props
  const { visibility, setVisibility } = useColumns(
    name,
    Object.fromEntries(columns.map(({ id, isExtra }) => [id, !isExtra])),
  )
  const visible = useVisibleColumns(columns, visibility, setVisibility)
  const { data, error } = pages
  const rows = useMemo(() => data?.pages.flatMap((page) => page ?? []), [data])
  return (
    <div className={styles.whole}>
      <div className={styles.tools}>
        {tools}
        <span className={styles.space} />
        <ColumnMenu columns={columns} visibility={visibility} onChange={setVisibility} />
      </div>
      {rows === undefined ? (
        error ? (
          <LoadFailure error={error} retry={() => void pages.refetch()} />
        ) : (
          <Skeleton height="20rem" />
        )
      ) : rows.length === 0 ? (
        empty
      ) : (
        <Rows {...props} rows={rows} columns={visible} />
      )}
    </div>
  )
}

type RowsProps<Row> = DataTableProps<Row> & { rows: Row[] }

function Rows<Row extends RowData>({
  label,
  columns,
  rows,
  rowKey,
  pages,
  onOpen,
}: RowsProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedRow,
    // A new function makes the virtualizer measure all rows anew, with each frame of a scroll.
    getItemKey: useCallback((index: number) => rowKey(rows[index]!), [rows, rowKey]),
    overscan,
  })
  const onMove = useCallback(
    (event: KeyboardEvent<HTMLElement>) =>
      move(event, virtualizer.options.count, virtualizer.scrollToIndex),
    [virtualizer],
  )
  const shown = virtualizer.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, error, fetchNextPage } = pages
  const isNearEnd = last >= rows.length - readAhead
  // An effect, because the next page is read when the visible rows change, and no event handler learns of that. After the frame,
  // because sending a request takes as long as drawing the rows.
  useEffect(() => {
    if (!isNearEnd || !hasNextPage || isFetchingNextPage || error) return undefined
    const timer = setTimeout(() => void fetchNextPage())
    return () => clearTimeout(timer)
  }, [isNearEnd, hasNextPage, isFetchingNextPage, error, fetchNextPage])
  return (
    <>
      <div ref={scroller} className={styles.scroller} tabIndex={-1}>
        <table
          className={styles.table}
          style={{ '--table-width': minWidthOf(columns) } as CSSProperties}
          data-scrolling={virtualizer.isScrolling}
          aria-label={label}
          aria-rowcount={hasNextPage ? -1 : rows.length + 1}
        >
          <Head columns={columns} />
          <tbody>
            <Gap height={shown[0]?.start ?? 0} />
            {shown.map(({ index, key }) => (
              <BodyRow
                key={key}
                index={index}
                row={rows[index]!}
                columns={columns}
                isFirst={index === shown[0]?.index}
                measure={virtualizer.measureElement}
                onOpen={onOpen}
                onMove={onMove}
              />
            ))}
            <Gap height={virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
          </tbody>
        </table>
      </div>
      <Foot pages={pages} count={rows.length} />
    </>
  )
}

const Head = memo(DrawnHead) as typeof DrawnHead

function DrawnHead<Row>({ columns }: { columns: Column<Row>[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ id, title, width, isNumber }) => (
          <th key={id} scope="col" data-number={isNumber} style={width ? { width } : {}}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A table of more columns than the screen has room for scrolls sideways. */
function minWidthOf<Row>(columns: Column<Row>[]): string {
  return `calc(${columns.map(({ width }) => width ?? minShare).join(' + ')})`
}

/** The height of the rows that are not in the document. */
function Gap({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden="true" style={{ height }} />
}

type BodyRowProps<Row> = {
  index: number
  row: Row
  columns: Column<Row>[]
  isFirst: boolean
  measure: (element: HTMLElement | null) => void
  onOpen: ((row: Row) => void) | undefined
  onMove: (event: KeyboardEvent<HTMLElement>) => void
}

/** A scroll draws only the rows that are new in the document. */
const BodyRow = memo(DrawnRow) as typeof DrawnRow

function DrawnRow<Row>(props: BodyRowProps<Row>) {
  const { index, row, columns, isFirst, measure, onOpen, onMove } = props
  function press(event: KeyboardEvent<HTMLElement>) {
    // A control within the row has its own keys.
    if (event.target !== event.currentTarget) return
    if (event.key !== 'Enter') return onMove(event)
    // The focus moves to the sheet's close button at once. The rest of this key press would press it.
    event.preventDefault()
    return onOpen?.(row)
  }
  return (
    <tr
      ref={measure}
      data-index={index}
      data-row
      aria-rowindex={index + 2}
      tabIndex={isFirst ? 0 : -1}
      className={onOpen && styles.open}
      onClick={() => onOpen?.(row)}
      onKeyDown={press}
    >
      {columns.map(({ id, title, isNumber, cell }) => (
        <td key={id} data-label={title} data-number={isNumber}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

const Foot = memo(DrawnFoot) as typeof DrawnFoot

function DrawnFoot<Row>({ pages, count }: { pages: Pages<Row>; count: number }) {
  const { hasNextPage, isFetchingNextPage, error, fetchNextPage } = pages
  return (
    <div className={styles.foot}>
      <output>
        {isFetchingNextPage ? tableText.loadingMore : tableText.count(count, hasNextPage)}
      </output>
      {error && (
        <>
          <span>{tableText.failedMore}</span>
          <Button variant="quiet" onClick={() => void fetchNextPage()}>
            {shellText.retry}
          </Button>
        </>
      )}
    </div>
  )
}

/** The columns that the person has chosen, by TanStack's model of a table, which needs no rows for it. */
function useVisibleColumns<Row extends RowData>(
  columns: Column<Row>[],
  visibility: Record<string, boolean>,
  onVisibility: (visibility: Record<string, boolean>) => void,
): Column<Row>[] {
  const table = useTable<typeof features, Row>({
    features,
    data: none,
    columns: useMemo(
      () =>
        columns.map(({ id, title, isFixed }) => ({ id, header: title, enableHiding: !isFixed })),
      [columns],
    ),
    state: { columnVisibility: visibility },
    onColumnVisibilityChange: (change) => onVisibility(functionalUpdate(change, visibility)),
  })
  const leaves = table.getVisibleLeafColumns()
  return useMemo(
    () => leaves.map(({ id }) => columns.find((one) => one.id === id)!),
    [leaves, columns],
  )
}

const none: never[] = []

/** Moves the focus to another row, which may not be in the document yet. */
function move(
  event: KeyboardEvent<HTMLElement>,
  count: number,
  scrollTo: (index: number) => void,
): void {
  const index = rowAfter(event.key, Number(event.currentTarget.dataset['index']), count)
  if (index === undefined) return
  event.preventDefault()
  const table = event.currentTarget.closest('table')!
  const row = () => table.querySelector<HTMLElement>(`[data-row][data-index="${index}"]`)
  scrollTo(index)
  if (row()) return row()!.focus()
  requestAnimationFrame(() => requestAnimationFrame(() => row()?.focus()))
}
