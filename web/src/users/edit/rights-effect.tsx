import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { effectOfRights, type RightsEffect } from '@coverdesk/domain/users/effect-of-rights.ts'
import { rightChanges } from '@coverdesk/domain/users/right-changes.ts'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { LoadedUser } from '../loaded-user.tsx'
import type { UserForm } from '../user-fields.ts'
import { useVisibilityPreview } from '../visibility/use-visibility-preview.ts'
import { ruleFormValues } from '../visibility/visibility-words.ts'
import css from './edit-user.module.css'

/** Preview of the form's effect: sections that open or close, and visible records. */
export function RightsEffectSummary({ loaded: { user, rules }, own }: { loaded: LoadedUser; own: boolean }) {
  const form = useWatch<UserForm>()
  const wanted = {
    roles: form.roles ?? user.roles,
    claims: form.claims ?? user.claims,
    enable: form.enable ?? user.enable,
    hasFullAgentAccess: form.hasFullAgentAccess ?? user.hasFullAgentAccess,
    applicationId: form.applicationId?.trim() || null,
  }
  const effect = effectOfRights(user, wanted)
  const stored = useMemo(() => ruleFormValues(rules), [rules])
  const preview = useVisibilityPreview(user, { ...wanted, rules: stored })
  const ends = Object.keys(rightChanges(user, wanted)).length > 0 || form.email?.trim() !== user.email
  const isPhoneChanged = form.phone !== undefined && digitsOf(form.phone) !== digitsOf(showPhone(user.phone))
  const unless = isPhoneChanged ? 'The user is logged out if codes go to the phone.' : 'No one is logged out.'
  return (
    <section className={css.effect} aria-label="Effect of this change" aria-live="polite">
      <Named tone="green" label="Opens" names={effect.opens} />
      <Named tone="red" label="Closes" names={effect.closes} />
      <Named tone="grey" label="Also grants" names={effect.given} />
      <Named tone="grey" label="Also revokes" names={effect.taken} />
      {standings[effect.stands] ? <span data-tone="amber">{standings[effect.stands]} </span> : null}
      <span>{preview}. </span>
      <span>{ends ? (own ? 'Your other sessions end.' : 'The user is logged out.') : unless}</span>
    </section>
  )
}

const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '')

const standings: Record<RightsEffect['stands'], string | null> = {
  inside: null,
  disabled: 'Cannot log in.',
  'no role': 'Without a role, the user has no access.',
  consumer: 'Consumers can open the consumer home only.',
  'not an agent': "Without the role agent, the user can't open the portal.",
}

function Named({ tone, label, names }: { tone: string; label: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <span>
      <strong data-tone={tone}>{label}:</strong> {names.join(', ')}.{' '}
    </span>
  )
}
