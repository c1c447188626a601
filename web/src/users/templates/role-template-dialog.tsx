import { type RoleTemplate, RoleTemplateFields, roleTemplates } from '@coverdesk/domain/users/role-template-contract.ts'
import type { z } from 'zod'
import { useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { failureAtField } from '../../ui/form/failure-at-field.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import css from '../edit/edit-user.module.css'
import { RightsFields } from '../edit/rights-fields.tsx'

type Form = z.input<typeof RoleTemplateFields>

const empty: Form = { name: '', roles: ['agent'], claims: [], hasFullAgentAccess: false }

interface Props {
  opened: boolean
  /** Template to change; undefined for a new one. */
  template: RoleTemplate | undefined
  onClose(): void
}

/** Creates or changes a role template. */
export function RoleTemplateDialog({ opened, template, onClose }: Props) {
  const options = { refreshes: [roleTemplates.list] }
  const create = useSend(roleTemplates.create, options)
  const edit = useSend(roleTemplates.edit, options)
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={template ? 'Edit Role Template' : 'New Role Template'}
      width={900}
      schema={RoleTemplateFields}
      values={template ? formOf(template) : empty}
      submit={template ? 'Save template' : 'Create template'}
      draftKey={template ? `role template:${template.id}` : 'role template:new'}
      onSubmit={async (fields) => {
        try {
          if (template) await edit.mutateAsync({ ...fields, id: template.id, version: template.version })
          else await create.mutateAsync(fields)
        } catch (failure) {
          throw failureAtField(failure, 'role_template.name_taken', 'name')
        }
        toasts.success(template ? 'Role template saved' : 'Role template created')
        onClose()
      }}
    >
      {template ? (
        <NoticeLine tone="blue">Users keep the rights that they have. The template applies to new users.</NoticeLine>
      ) : null}
      <div className={css.columns} data-two>
        <RightsFields>
          <TextField<Form> name="name" label="Name" maxLength={60} />
        </RightsFields>
      </div>
    </FormModal>
  )
}

function formOf({ name, roles, claims, hasFullAgentAccess }: RoleTemplate): Form {
  return { name, roles, claims, hasFullAgentAccess }
}
