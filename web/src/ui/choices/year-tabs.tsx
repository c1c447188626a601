import css from './year-tabs.module.css'

interface YearTabsProps {
  years: readonly number[]
  shown: number
  onChoose(year: number): void
}

/** Years beside a heading, one of which is shown; nothing where there is only one. */
export function YearTabs({ years, shown, onChoose }: YearTabsProps) {
  if (years.length < 2) return null
  return (
    <div className={css.years}>
      {years.map((year) => (
        <button
          key={year}
          type="button"
          className="figures"
          aria-pressed={year === shown}
          onClick={() => onChoose(year)}
        >
          {year}
        </button>
      ))}
    </div>
  )
}
