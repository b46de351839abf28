import { type PointerEvent, useState } from 'react'

import { chartText } from '#console/text/chart.ts'

import { labelled, scaleEnd } from './scale.ts'

import styles from './Chart.module.css'

export type ChartPoint = {
  /** Short, under the bars. */
  label: string
  /** Whole, as it is read aloud. */
  title: string
  /** One value a series. Negative values are drawn as 0 and told as they are. */
  values: number[]
}

type ChartProps = {
  /** The name of the figures in the chart. */
  title: string
  /** At most three: each has a colour of its own. */
  series: string[]
  points: ChartPoint[]
  format: (value: number) => string
}

/** Units of the drawing, which CSS stretches to the frame. */
const size = { width: 1_000, height: 220 }
/** The part of a point's width that its bars fill. */
const filled = 0.72
/** Labels under the bars: as many as fit on 320 px. */
const maxLabels = 5

/**
 * Bars over time. A pointer or the arrow keys choose a point, whose values are told above the drawing. The same figures follow as a
 * table for everybody who prefers one.
 */
export function Chart({ title, series, points, format }: ChartProps) {
  const [at, setAt] = useState(points.length - 1)
  const chosen = Math.min(at, points.length - 1)
  const end = scaleEnd(points.flatMap(({ values }) => values))
  const point = points[chosen]
  if (!point) return null
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.told}>
        <span className={styles.when}>{point.title}</span>
        {series.map((name, index) => (
          <span key={name} className={styles.value}>
            <span className={styles.mark} data-series={index} aria-hidden="true" />
            {name}: <strong>{format(point.values[index] ?? 0)}</strong>
          </span>
        ))}
      </figcaption>
      <div className={styles.frame}>
        <input
          type="range"
          className={styles.slider}
          min={0}
          max={points.length - 1}
          value={chosen}
          aria-label={chartText.label(title)}
          aria-valuetext={valuesText(point, series, format)}
          onChange={({ target }) => setAt(Number(target.value))}
          onPointerMove={(event) => setAt(pointUnder(event, points.length))}
        />
        <Bars points={points} count={series.length} end={end} chosen={chosen} />
        {points.some(({ values }) => values.some((value) => value > 0)) && (
          <span className={styles.end} aria-hidden="true">
            {format(end)}
          </span>
        )}
      </div>
      <Labels points={points} />
      <Table title={title} series={series} points={points} format={format} />
    </figure>
  )
}

function valuesText({ title, values }: ChartPoint, series: string[], format: ChartProps['format']) {
  return [title, ...series.map((name, index) => `${name} ${format(values[index] ?? 0)}`)].join(', ')
}

function pointUnder({ clientX, currentTarget }: PointerEvent, length: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.max(0, Math.min(length - 1, Math.floor(((clientX - left) / width) * length)))
}

type BarsProps = { points: ChartPoint[]; count: number; end: number; chosen: number }

function Bars({ points, count, end, chosen }: BarsProps) {
  const step = size.width / points.length
  const width = (step * filled) / count
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={styles.drawing}
    >
      {[0, size.height / 2, size.height].map((y) => (
        <line key={y} x1={0} x2={size.width} y1={y} y2={y} className={styles.grid} />
      ))}
      <rect x={chosen * step} width={step} y={0} height={size.height} className={styles.chosen} />
      {points.map(({ title, values }, at) =>
        Array.from({ length: count }, (_, index) => {
          const height = (Math.max(0, values[index] ?? 0) / end) * size.height
          return (
            <rect
              key={`${title} ${index}`}
              x={(at + (1 - filled) / 2) * step + index * width}
              y={size.height - height}
              width={width}
              height={height}
              data-series={index}
              className={styles.bar}
            />
          )
        }),
      )}
    </svg>
  )
}

function Labels({ points }: { points: ChartPoint[] }) {
  const shown = labelled(points.length, maxLabels)
  return (
    <div className={styles.labels} aria-hidden="true">
      {points.map(({ label, title }, at) =>
        shown.has(at) ? <span key={title}>{label}</span> : null,
      )}
    </div>
  )
}

function Table({ title, series, points, format }: ChartProps) {
  return (
    <details className={styles.details}>
      <summary>{chartText.table}</summary>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{chartText.period}</th>
            {series.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.title}>
              <th scope="row">{point.title}</th>
              {series.map((name, index) => (
                <td key={name} data-label={name}>
                  {format(point.values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
