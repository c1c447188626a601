import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { showCount } from '../../ui/basics/cell-value.tsx'
import css from './policy-detail.module.css'
import { findPolicyNeighbors } from './policy-neighbors.ts'

/** '9,114 of 20,412' with links to the neighbors; renders nothing without a list. */
export function PolicySteps({ id, onShow }: { id: number; onShow(id: number): void }) {
  const client = useQueryClient()
  const found = useMemo(() => findPolicyNeighbors(client, id), [client, id])
  if (!found) return null
  const { previous, next } = found
  return (
    <div className={css.steps}>
      <span className="figures">
        {showCount(found.place)} of {showCount(found.total)}
      </span>
      <button
        type="button"
        className={css.iconButton}
        aria-label="Previous policy"
        disabled={previous === undefined}
        onClick={() => previous !== undefined && onShow(previous)}
      >
        <IconChevronUp size={18} stroke={1.75} aria-hidden />
      </button>
      <button
        type="button"
        className={css.iconButton}
        aria-label="Next policy"
        disabled={next === undefined}
        onClick={() => next !== undefined && onShow(next)}
      >
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}
