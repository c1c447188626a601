import { users } from '@coverdesk/domain/users/user-contract.ts'
import { Button } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { useCurrentUser } from '../../access/current-user.ts'
import { useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { useEditConflict } from '../../ui/form/edit-conflict.tsx'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import type { LoadedUser } from '../loaded-user.tsx'
import { nameOf } from '../user-columns.tsx'
import type { UserDialogProps } from '../user-dialog-props.ts'
import css from '../users.module.css'
import { waitsForSecond } from '../waits-for-second.ts'
import { RulesForm } from './rules-form.ts'
import { useVisibilityPreview } from './use-visibility-preview.ts'
import visibilityCss from './visibility.module.css'
import { VisibilityRuleRows } from './visibility-rule-rows.tsx'
import { reasonForFullVisibility, ruleFormValues } from './visibility-words.ts'

interface Props extends UserDialogProps {
  /** Switches to the dialog that links a contact. */
  onLink(): void
  onReload(): Promise<unknown>
}

/** Visibility rules of a user (USER-17), with a preview of their effect. */
export function VisibilityDialog({ opened, loaded, instead, onClose, onLink, onReload }: Props) {
  const save = useSend(users.setVisibility, { refreshes: [users.list] })
  const editConflict = useEditConflict({ what: 'user', onReload })
  const close = () => {
    editConflict.forget()
    onClose()
  }
  return (
    <FormModal
      opened={opened}
      onClose={close}
      formKey={editConflict.round}
      title="User Visibility"
      width={680}
      placeholder={instead}
      schema={RulesForm}
      values={{ rules: ruleFormValues(loaded?.rules ?? []) }}
      draftKey={`visibility:${loaded?.user.id}`}
      submit="Set visibility"
      notice={
        loaded ? (
          <>
            {editConflict.shown}
            <VisibilityPreview loaded={loaded} />
          </>
        ) : null
      }
      onSubmit={async ({ rules }) => {
        if (!loaded) return
        try {
          const { waiting } = await save.mutateAsync({ id: loaded.user.id, rules, version: loaded.user.version })
          if (waiting) toasts.warning(waitsForSecond)
          else toasts.success('Visibility set successfully')
          close()
        } catch (failure) {
          const shown = await editConflict.notice(failure)
          toasts.failure('Visibility set error', shown)
          throw shown
        }
      }}
    >
      {loaded ? <About loaded={loaded} onLink={onLink} /> : null}
      {loaded ? <VisibilityRuleRows stored={loaded.rules} person={loaded.user} /> : null}
    </FormModal>
  )
}

function About({ loaded: { user }, onLink }: { loaded: LoadedUser; onLink(): void }) {
  const me = useCurrentUser()
  const all = reasonForFullVisibility(user)
  return (
    <>
      <p className={css.about}>
        Records and areas that <strong>{nameOf(user)}</strong> (login {user.userName}) can see.
      </p>
      {user.contactId === null ? (
        <NoticeLine
          tone="amber"
          action={
            <Button size="xs" onClick={onLink}>
              Link to contact
            </Button>
          }
        >
          No contact linked for this user.
        </NoticeLine>
      ) : null}
      {all ? <NoticeLine tone="blue">{all}</NoticeLine> : null}
      {me?.id === user.id ? (
        <NoticeLine tone="blue">This is your own user: you can't extend your own visibility.</NoticeLine>
      ) : null}
    </>
  )
}

/** Preview of the rules in the form. */
function VisibilityPreview({ loaded }: { loaded: LoadedUser }) {
  const rules = useWatch<RulesForm, 'rules'>({ name: 'rules' })
  const { user } = loaded
  const preview = useVisibilityPreview(user, { ...user, rules })
  return (
    <p className={visibilityCss.sees} role="status">
      {preview}. Takes effect immediately.
    </p>
  )
}
