import { contactMerges, type MadeMerge, mayMergeContacts } from '@coverdesk/domain/contacts/merge-contract.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import css from './merged-here.module.css'
import { useUndoMerge } from './use-undo-merge.ts'

/** Contacts that were merged into this one, each with undo. */
export function MergedHere({
  id,
  heading: Heading = 'h4',
  className = css.section,
}: {
  id: number
  heading?: 'h2' | 'h4'
  className?: string | undefined
}) {
  const { data = [] } = useQuery(apiQuery(contactMerges.merges, { id }))
  const mayMerge = useHasAccess(mayMergeContacts)
  const undo = useUndoMerge()
  const [undoing, setUndoing] = useState<MadeMerge>()
  if (data.length === 0 && !undoing) return null
  return (
    <section className={className} aria-label="Merged">
      <Heading>Merged</Heading>
      <ul className={css.merges}>
        {data.map((merge) => (
          <li key={merge.id}>
            {merge.name || 'No name'}, {showDate(todayIn(new Date(merge.at)))}, by {merge.by}
            {mayMerge && merge.blocked === null ? (
              <Button size="compact-xs" variant="subtle" onClick={() => setUndoing(merge)}>
                Undo
              </Button>
            ) : null}
            {mayMerge && merge.blocked !== null ? <span className={css.quiet}>{merge.blocked}</span> : null}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={undoing !== undefined}
        title="Undo this merge?"
        text={`${undoing?.name || 'The contact'} becomes a separate contact again, and both are restored exactly.`}
        yes="Undo the merge"
        onYes={async () => {
          if (undoing) await undo(undoing.id)
          setUndoing(undefined)
        }}
        onNo={() => setUndoing(undefined)}
      />
    </section>
  )
}
