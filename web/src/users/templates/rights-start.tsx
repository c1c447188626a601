import { normalizeClaims } from '@coverdesk/domain/users/right-changes.ts'
import { roleTemplates } from '@coverdesk/domain/users/role-template-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { paths } from '../../platform/address/paths.ts'
import { apiQuery, queryClient } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import type { Choice } from '../../ui/choices/choice.ts'
import { ChoiceSelect } from '../../ui/choices/choice-select.tsx'
import { nameOf } from '../user-columns.tsx'
import type { RegisterForm } from '../user-fields.ts'
import css from './rights-start.module.css'

type RightsFields = Pick<RegisterForm, 'roles' | 'claims' | 'hasFullAgentAccess' | 'visibilityFrom'>
type Rights = Omit<RightsFields, 'visibilityFrom'>

/** Fills roles and claims of the form from a role template or a colleague; each can still be changed. */
export function RightsStart({ except, copiesVisibility }: { except?: number; copiesVisibility?: boolean }) {
  const { setValue } = useFormContext<RightsFields>()
  const [start, setStart] = useState({ template: '', colleague: '' })
  const aboutId = useId()
  const { data: templates } = useQuery(apiQuery(roleTemplates.list, { pageSize: 500 }))
  const fill = ({ roles, claims, hasFullAgentAccess }: Rights, visibilityFrom: number | '') => {
    const changed = { shouldDirty: true }
    setValue('roles', roles, changed)
    setValue('claims', normalizeClaims(claims), changed)
    setValue('hasFullAgentAccess', hasFullAgentAccess, changed)
    if (copiesVisibility) setValue('visibilityFrom', visibilityFrom, changed)
  }
  const chooseTemplate = (id: string) => {
    const template = templates?.data.find((one) => String(one.id) === id)
    if (!template) return
    setStart({ template: id, colleague: '' })
    fill(template, '')
  }
  const chooseColleague = async (id: string) => {
    if (id === '') return
    setStart({ template: '', colleague: id })
    try {
      const colleague = await queryClient.fetchQuery(apiQuery(users.one, { id: Number(id) }))
      fill(colleague, colleague.id)
    } catch (failure) {
      toasts.failure("Couldn't copy the rights:", failure)
    }
  }
  const search = async (login: string): Promise<readonly Choice[]> => {
    const { data } = await queryClient.fetchQuery(apiQuery(users.list, { login, sort: 'name', pageSize: 50 }))
    return data
      .filter(({ id }) => id !== except)
      .map((row) => ({ value: String(row.id), label: `${nameOf(row)}, ${row.userName}` }))
  }
  const choices = (templates?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <div className={css.start}>
      <ChoiceSelect
        label="Role template"
        placeholder="Choose a template"
        aria-describedby={aboutId}
        source={{ choices }}
        value={start.template}
        onChange={chooseTemplate}
      />
      <ChoiceSelect
        label="Or copy from a colleague"
        placeholder="Name or login"
        aria-describedby={aboutId}
        source={{ search }}
        value={start.colleague}
        onChange={(id) => void chooseColleague(id)}
      />
      <p id={aboutId} className={css.about}>
        Fills in roles, claims and access.{' '}
        {copiesVisibility ? "A colleague's visibility rules are copied, too." : 'Visibility rules stay as they are.'}{' '}
        {/* In a new tab: the form keeps what is typed. */}
        <Link to={paths.roleTemplates} target="_blank">
          Edit role templates
        </Link>
      </p>
    </div>
  )
}
