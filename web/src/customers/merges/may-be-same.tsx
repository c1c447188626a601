import { contactMerges, mayMergeContacts } from '@coverdesk/domain/contacts/merge-contract.ts'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useHasAccess } from '../../access/current-user.ts'
import { paths } from '../../platform/address/paths.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { classNames } from '../../ui/basics/class-names.ts'
import css from './may-be-same.module.css'

const maxNamed = 3

/** Warning about possible duplicates, with links to compare. */
export function MayBeSame({ id, className }: { id: number; className?: string | undefined }) {
  const { data = [] } = useQuery(apiQuery(contactMerges.duplicates, { id }))
  const mayMerge = useHasAccess(mayMergeContacts)
  if (data.length === 0) return null
  return (
    <section className={classNames(css.warning, className)} aria-label="Possible duplicates">
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
