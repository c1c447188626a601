import { effectOfRights } from '@coverdesk/domain/users/effect-of-rights.ts'
import { useWatch } from 'react-hook-form'
import css from '../edit/edit-user.module.css'
import type { RegisterForm } from '../user-fields.ts'

const noRights = { roles: [], claims: [], enable: true }

/** Roles and claims that the new user gets, and what they open. */
export function NewRights() {
  const { roles = [], claims = [], hasFullAgentAccess } = useWatch<RegisterForm>()
  const { opens, stands } = effectOfRights(noRights, { roles, claims, enable: true })
  return (
    <section className={css.effect} aria-label="Rights of the new user" aria-live="polite">
      <strong>Roles:</strong> {roles.join(', ') || 'none'}. <strong>Claims:</strong> {claims.join(', ') || 'none'}.{' '}
      {hasFullAgentAccess ? <>Full agent access. </> : null}
      {opens.length > 0 ? (
        <>
          <strong data-tone="green">Opens:</strong> {opens.join(', ')}.
        </>
      ) : null}
      {stands === 'inside' ? null : <span data-tone="amber"> The user can't open the portal with these rights.</span>}
    </section>
  )
}
