import { contactMerges, type MadeMerge, mayMergeContacts } from '@coverdesk/domain/contacts/merge-contract.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import css from './contacts.module.css'
import { useUndoMerge } from './use-undo-merge.ts'

const maxNamed = 3

/** Warning about possible duplicates, with links to compare. */
export function MayBeSame({ id }: { id: number }) {
  const { data = [] } = useQuery(apiQuery(contactMerges.duplicates, { id }))
  const mayMerge = useHasAccess(mayMergeContacts)
  if (data.length === 0) return null
  return (
    <section className={css.warning} aria-label="Possible duplicates">
      <IconUsersGroup size={16} stroke={1.75} aria-hidden />
      <ul>
        {data.slice(0, maxNamed).map(({ contact, reason, score }) => (
          <li key={contact.id}>
            May be the same as <strong>{contact.name || 'No name'}</strong> ({reason}, {score} %)
            {mayMerge ? <Link to={paths.contactPair(id, contact.id)}>Compare</Link> : null}
          </li>
        ))}
        {data.length > maxNamed ? <li>and {data.length - maxNamed} more</li> : null}
      </ul>
    </section>
  )
}

/** Contacts that were merged into this one, each with undo. */
export function MergedHere({
  id,
  heading: Heading = 'h4',
  className = css.merged,
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
