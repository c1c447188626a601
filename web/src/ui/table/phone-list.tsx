import { IconChevronRight } from '@tabler/icons-react'
import { useRef } from 'react'
import { SkeletonBar, skeletonBarLength } from '../basics/skeleton-bar.tsx'
import type { DataTableProps } from './data-table-props.ts'
import css from './phone-list.module.css'
import { usePlace } from './place/use-place.ts'

type PhoneListProps<Row> = Pick<
  DataTableProps<Row>,
  'label' | 'rowKey' | 'rowName' | 'rowTone' | 'onOpen' | 'phone' | 'busy' | 'place'
> & {
  rows: readonly Row[]
  selected: ReadonlySet<string> | undefined
  onToggle(key: string): void
}

/**
 * The table below 640 px: rows of 64 px with two lines and one figure; the whole row opens; checkboxes are 44 px wide.
 */
export function PhoneList<Row>(props: PhoneListProps<Row>) {
  const { label, rows, rowKey, rowName, rowTone, onOpen, phone, busy, selected, onToggle } = props
  const scroller = useRef<HTMLUListElement>(null)
  const { returned, touch } = usePlace({
    keys: rows.map(rowKey),
    scroller,
    store: props.place,
    start: () => undefined,
    focus: (row) => scroller.current?.children[row]?.querySelector('button')?.focus({ preventScroll: true }),
  })
  const openRow = (row: Row) => {
    touch(rowKey(row))
    onOpen?.(row)
  }
  return (
    <ul
      ref={scroller}
      className={css.list}
      aria-label={label}
      aria-busy={busy}
      data-busy={busy || undefined}
      // A scrollable list must be focusable even if its rows are not.
      tabIndex={onOpen || selected ? undefined : 0}
    >
      {rows.map((row) => {
        const key = rowKey(row)
        const badge = phone.badge?.(row)
        const figure = phone.figure?.(row)
        return (
          <li
            key={key}
            data-phone-row
            data-tone={rowTone?.(row)}
            data-selected={selected?.has(key) || undefined}
            data-returned={key === returned || undefined}
          >
            {selected ? (
              <label className={css.check}>
                <input
                  type="checkbox"
                  checked={selected.has(key)}
                  onChange={() => onToggle(key)}
                  aria-label={`Select ${rowName(row)}`}
                />
              </label>
            ) : null}
            <button type="button" className={css.row} disabled={!onOpen} onClick={() => openRow(row)}>
              <span className={css.left}>
                <span className={css.title}>{phone.title(row)}</span>
                <span className={css.subtitle}>{phone.subtitle(row)}</span>
              </span>
              <span className={css.right}>
                <span className="figures">{phone.first === 'figure' ? figure : badge}</span>
                <span className="figures">{phone.first === 'figure' ? badge : figure}</span>
              </span>
              {onOpen && !selected ? (
                <IconChevronRight className={css.chevron} size={18} stroke={1.75} aria-hidden />
              ) : null}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The list before the first response. */
export function PhoneSkeleton({ rows }: { rows: number }) {
  return (
    <ul className={css.list} aria-hidden>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <li key={row}>
          <span className={css.row}>
            <span className={css.left}>
              <SkeletonBar width={skeletonBarLength(row, 1)} height={12} />
              <SkeletonBar width={skeletonBarLength(row, 2)} />
            </span>
            <span className={css.right}>
              <SkeletonBar width={64} height={18} />
              <SkeletonBar width={48} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
