import { Missing } from '../ui/basics/money-cell.tsx'
import css from './users.module.css'

/** Comma-separated roles as pills. */
export function RolePills({ roles }: { roles: string }) {
  const names = roles
    .split(',')
    .map((role) => role.trim())
    .filter(Boolean)
  if (names.length === 0) return <Missing />
  return (
    <span className={css.pills}>
      {names.map((role) => (
        <span key={role} className={css.pill}>
          {role}
        </span>
      ))}
    </span>
  )
}
