import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { Link } from '@tanstack/react-router'
import { useHasAccess } from '../access/current-user.ts'
import { paths } from '../platform/address/paths.ts'
import css from './file-line.module.css'

interface FileLineProps {
  children: string
  /** Upload of the file; null for records older than stored files. */
  batchId: number | null
}

/** File or line of a record's source, as a link to its upload for users who may read uploads. */
export function FileLine({ children, batchId }: FileLineProps) {
  const opens = useHasAccess(sectionRules.Administration.links['Upload Files'])
  if (!opens || batchId === null) return children
  return (
    <Link className={css.link} to={paths.pastUpload(batchId)}>
      {children}
    </Link>
  )
}
