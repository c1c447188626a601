import { ActionIcon } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import css from './chart-region.module.css'

interface ChartRegionProps {
  title: string
  /** Secondary text next to the title. */
  note?: ReactNode
  legend?: ReactNode
  /** The legend has many entries and gets its own lines. */
  longLegend?: boolean
  /** Has a row of its own where two regions fit side by side. */
  wide?: boolean
  /** The same values as a table: replaces the chart on request, and is always there for screen readers. */
  table?: ReactNode
  children: ReactNode
}

/** Titled section with one chart, its legend and its table. */
export function ChartRegion({ title, note, legend, longLegend, wide, table, children }: ChartRegionProps) {
  const heading = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <section className={css.region} data-wide={wide} aria-labelledby={heading}>
      <div className={css.head}>
        <div className={css.words}>
          <h2 id={heading}>{title}</h2>
          {note ? <span className={css.note}>{note}</span> : null}
          {longLegend ? null : <div className={css.legend}>{legend}</div>}
        </div>
        {table ? (
          <ActionIcon
            variant="subtle"
            size={26}
            aria-label={`${title} as a table`}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? (
              <IconChartBar size={16} stroke={1.75} aria-hidden />
            ) : (
              <IconTable size={16} stroke={1.75} aria-hidden />
            )}
          </ActionIcon>
        ) : null}
      </div>
      {longLegend ? <div className={css.longLegend}>{legend}</div> : null}
      <div className={css.body}>
        {asTable ? null : children}
        {asTable ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable if twelve months or many carriers do not fit
          <section className={css.table} aria-label={`${title}, table`} tabIndex={0}>
            {table}
          </section>
        ) : (
          <div className={css.unseen}>{table}</div>
        )}
      </div>
    </section>
  )
}
