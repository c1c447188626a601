import { cumulated, type Sales, shareOfMonths, topCarriers } from '@coverdesk/domain/dashboard/sales-figures.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ChartRegion } from '../charts/chart-region.tsx'
import { MonthChart } from '../charts/month-chart.tsx'
import { MonthTable } from '../charts/month-table.tsx'
import { restColor, seriesStyle } from '../charts/series.ts'
import { Swatch } from '../charts/swatch.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import { ChoiceButton } from '../ui/choices/choice-button.tsx'
import css from './dashboard.module.css'
import { type Selection, salesAddress } from './dashboard-addresses.ts'
import { MonthRange } from './month-range.tsx'

const views = [
  { value: 'total', label: 'Year to date' },
  { value: 'share', label: 'Share of the month' },
  { value: 'month', label: 'By month' },
] as const
type View = (typeof views)[number]['value']

const others = 'others'

/** Policies of ten carriers and the others by month; the legend toggles them (DASH-05). */
export function CarrierMonths({ selection, sales }: { selection: Selection; sales: Sales }) {
  const [view, setView] = useState<View>('total')
  const [first, setFirst] = useState(0)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [marked, setMarked] = useState<string | null>(null)
  const navigate = useNavigate()
  const { top, others: rest } = topCarriers(sales)
  const all = [
    ...top.map(({ id, name, months }, index) => ({ key: String(id), name, months, ...seriesStyle(index) })),
    ...(rest
      ? [{ key: others, name: othersName(rest.carriers), months: rest.months, color: restColor, dashed: true }]
      : []),
  ]
  const drawn = all
    .filter(({ key }) => !turned.has(key))
    .map(({ months, ...one }) => ({ ...one, values: inView(view, months, sales.months) }))
  const turn = (key: string) => {
    const next = new Set(turned)
    if (!next.delete(key)) next.add(key)
    setTurned(next)
  }
  return (
    <ChartRegion
      title="Carriers by month"
      note={
        <>
          <ChoiceButton
            label="Show"
            value={view}
            source={{ choices: views }}
            onChange={(value) => setView(views.find((candidate) => candidate.value === value)?.value ?? 'total')}
          />
          <MonthRange first={first} onChange={setFirst} />
        </>
      }
      longLegend
      legend={all.map(({ key, name, color, dashed }) => (
        <button
          key={key}
          type="button"
          className={css.carrier}
          aria-pressed={!turned.has(key)}
          onClick={() => turn(key)}
          onPointerEnter={() => setMarked(key)}
          onPointerLeave={() => setMarked(null)}
        >
          <Swatch color={color} dashed={dashed} />
          {name}
        </button>
      ))}
      table={
        <MonthTable
          label="Carrier"
          series={sales.carriers.map(({ id, name, months }) => ({ key: String(id), name, color: '', values: months }))}
          address={(key, month) => salesAddress(selection, { carrier: Number(key), month })}
        />
      }
    >
      <MonthChart
        label={`Carriers by month: policies of each carrier by month of ${selection.year}`}
        kind="lines"
        series={drawn}
        first={first}
        show={view === 'share' ? showShare : showCount}
        marked={drawn.some(({ key }) => key === marked) ? marked : null}
        onOpen={(month) => void navigate({ to: salesAddress(selection, { month }) })}
      />
    </ChartRegion>
  )
}

export const othersName = (carriers: number) => `Others (${carriers})`

function inView(view: View, months: readonly number[], totals: readonly number[]): readonly number[] {
  if (view === 'total') return cumulated(months)
  return view === 'share' ? shareOfMonths(months, totals) : months
}

const showShare = (percent: number) => `${percent.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`
