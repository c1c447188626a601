import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import type { TermFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../platform/api/query.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { showMoment } from '../../ui/basics/instant.ts'
import css from './term-files.module.css'
import { UndoTermLoad } from './undo-term-load.tsx'

/** The newest loads of a kind, each with its undo. */
export function PastTermLoads({ kind }: { kind: TermFileKind }) {
  const { data } = useQuery({ ...apiQuery(termFiles.batches, { kind, pageSize: 20 }), staleTime: 0 })
  if (!data || data.data.length === 0) return null
  return (
    <section aria-label="Past loads" className={css.past}>
      <h3>Past loads</h3>
      <ul>
        {data.data.map((batch) => (
          <li key={batch.id}>
            <span className={css.name}>{batch.fileName}</span>
            <span className={css.facts}>
              {showCount(batch.counts.new)} new, {showCount(batch.counts.changed)} changed. {showMoment(batch.loadedAt)}
              , {batch.loadedBy}
            </span>
            {batch.undoneAt === null ? <UndoTermLoad kind={kind} batch={batch} /> : <span>Undone</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
