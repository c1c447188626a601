import { planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { isInsurerSource, planFileNames } from '@coverdesk/domain/plan-data/plan-files.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import css from './plan-data.module.css'
import { planSourceName } from './plan-source-name.ts'

/** Years and sources with files, whether their plans are offered, and which files are missing for that. */
export function PlanSets() {
  const { data } = useQuery(apiQuery(planData.sets, {}))
  if (!data || data.length === 0) return null
  return (
    <ul className={css.sets} aria-label="Years in use">
      {data.map((set) => (
        <li key={`${set.source} ${set.year}`}>
          <strong>
            {planSourceName(set.source)} {set.year}
          </strong>
          {set.missing.length === 0 ? (
            <StatusPill tone="green">In use</StatusPill>
          ) : (
            <StatusPill tone="amber">Not in use</StatusPill>
          )}
          <span>
            {set.missing.length === 0
              ? `${isInsurerSource(set.source) ? `${set.kinds.map((kind) => planFileNames[kind]).join(', ')} of ` : ''}${showCount(set.plans)} plans in ${set.states.length > 6 ? `${set.states.length} states` : set.states.join(', ')}`
              : `Missing: ${set.missing.map((kind) => planFileNames[kind]).join(', ')}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
