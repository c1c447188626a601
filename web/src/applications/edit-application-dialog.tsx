import { type ApplicationRow, applications } from '@coverdesk/domain/applications/application-contract.ts'
import { editProblem } from '@coverdesk/domain/applications/application-status.ts'
import { useRef } from 'react'
import { apiQuery, queryClient, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import {
  ApplicationForm,
  ApplicationInputs,
  type ApplicationSent,
  type ApplicationTyped,
  applicationWords,
  emptyApplication,
  typedOf,
} from './application-fields.tsx'
import { applicantOf } from './application-words.ts'
import css from './applications.module.css'

interface Props {
  application: ApplicationRow | null
  onClose(): void
}

/**
 * View/Edit: saves changes with 'Submission Success!' (APP-08), or 'Edit error' and the reason. Submit is
 * enabled once the form is changed and valid (APP-11). Void applications are read-only.
 */
export function EditApplicationDialog({ application, onClose }: Props) {
  const edit = useSend(applications.edit, { refreshes: [applications.list, applications.one, applications.history] })
  const last = useRef(application)
  if (application) last.current = application
  const shown = last.current
  /** Newer version that was loaded while the form is open; the next save is based on it. */
  const reloaded = useRef<{ id: string; version: number }>(undefined)
  const reload = async () => {
    if (!shown) return undefined
    const now = await queryClient.fetchQuery({ ...apiQuery(applications.one, { id: shown.id }), staleTime: 0 })
    reloaded.current = { id: now.id, version: now.version }
    return typedOf(now)
  }
  const editConflict = useEditConflict<ApplicationTyped>({
    what: 'application',
    onReload: reload,
    merge: { reload, fields: applicationWords },
  })
  const close = () => {
    reloaded.current = undefined
    editConflict.forget()
    onClose()
  }
  const save = async (sent: ApplicationSent) => {
    if (!shown) return
    try {
      const version = reloaded.current?.id === shown.id ? reloaded.current.version : shown.version
      await edit.mutateAsync({ ...sent, id: shown.id, version })
    } catch (failure) {
      toasts.failure('Edit error', await editConflict.notice(failure))
      throw failure
    }
    toasts.success('Submission Success!')
    close()
  }
  const fixed = shown ? editProblem(shown.statusId) : undefined
  return (
    <FormModal<ApplicationTyped, ApplicationSent>
      opened={application !== null}
      onClose={close}
      title={shown ? `Application of ${applicantOf(shown)}` : ''}
      schema={ApplicationForm}
      values={shown ? typedOf(shown) : emptyApplication}
      submit="Save application"
      requireValid="changed"
      draftKey={shown ? `application:${shown.id}` : undefined}
      formKey={`${shown?.id} ${editConflict.round}`}
      notice={
        fixed ? (
          <div className={css.notice}>
            <NoticeLine tone="amber">{fixed}.</NoticeLine>
          </div>
        ) : (
          editConflict.shown
        )
      }
      onSubmit={save}
    >
      <ApplicationInputs carrier={shown?.carrier ?? ''} fixed={fixed !== undefined} />
    </FormModal>
  )
}
