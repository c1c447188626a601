import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { memo } from 'react'
import { showCount } from '../basics/cell-value.tsx'
import { useUiTexts } from '../texts/ui-texts.ts'
import { pageNumbers } from './page-numbers.ts'
import css from './pager.module.css'

interface PagerProps {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  /** portalPageSizes or operationsPageSizes of the domain. */
  sizes: readonly number[]
  onPage(page: number): void
  /** Called when the next button is hovered or focused, to prefetch the next page. */
  onAhead?(): void
  onPageSize(size: number): void
}

/** Range ('1–30 of 20,412'), page size and page buttons; 40 px high, at the bottom of a list. */
export const Pager = memo(function Pager({ page, pageSize, total, sizes, onPage, onAhead, onPageSize }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const from = total === 0 ? 0 : Math.min(total, (page - 1) * pageSize + 1)
  const texts = useUiTexts()
  const to = Math.min(total, page * pageSize)
  return (
    <div className={css.pager}>
      <span className={css.range} role="status">
        <strong>
          {showCount(from)}–{showCount(to)}
        </strong>{' '}
        {texts.pageRange(showCount(total))}
      </span>
      <label className={css.rows} data-print="no">
        {texts.rows}
        <select value={pageSize} onChange={(event) => onPageSize(Number(event.currentTarget.value))}>
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
        <IconChevronDown size={14} stroke={1.75} aria-hidden />
      </label>
      <nav className={css.pages} aria-label={texts.pages} onPointerEnter={onAhead} onFocus={onAhead}>
        <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)} aria-label={texts.previousPage}>
          <IconChevronLeft size={16} stroke={1.75} aria-hidden />
        </button>
        {pageNumbers(page, pages).map((number) =>
          typeof number === 'string' ? (
            <span key={number} className={css.gap}>
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className={css.number}
              aria-current={number === page ? 'page' : undefined}
              aria-label={texts.page(showCount(number))}
              onClick={() => onPage(number)}
            >
              {showCount(number)}
            </button>
          ),
        )}
        <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)} aria-label={texts.nextPage}>
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </button>
      </nav>
    </div>
  )
})
