import { invitations } from '@coverdesk/domain/access/invitation-contract.ts'
import { rightsGrants } from '@coverdesk/domain/users/rights-grant-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { useMemo, useState } from 'react'
import { refreshCurrentUser, useCurrentUser } from '../../access/current-user.ts'
import { useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { SegmentedField, SelectField } from '../../ui/fields/choice-fields.tsx'
import { PhoneField } from '../../ui/fields/digit-fields.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { useEditConflict } from '../../ui/form/edit-conflict.tsx'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import type { LoadedUser } from '../loaded-user.tsx'
import { RightsStart } from '../templates/rights-start.tsx'
import { languages, useUserTypes } from '../user-choices.ts'
import type { UserDialogProps } from '../user-dialog-props.ts'
import { formOf, UserForm } from '../user-fields.ts'
import { waitsForSecond } from '../waits-for-second.ts'
import { AccessBoxes } from './access-boxes.tsx'
import { FurtherClaimBoxes } from './claim-boxes.tsx'
import { ClaimMatrix } from './claim-matrix.tsx'
import { CustomClaims } from './custom-claims.tsx'
import css from './edit-user.module.css'
import { OrgField } from './org-field.tsx'
import { ownLocks } from './own-locks.ts'
import { RemoveSecondFactor } from './remove-second-factor.tsx'
import { RightsEffectSummary } from './rights-effect.tsx'
import { RoleBoxes } from './role-boxes.tsx'
import { UserFacts } from './user-facts.tsx'
import { WaitingGrants } from './waiting-grants.tsx'

interface Props extends UserDialogProps {
  onReload(): Promise<LoadedUser | undefined>
}

/** Edits a user, with a preview of the effect on their access (USER-09). */
export function EditUserDialog({ opened, loaded, instead, onClose, onReload }: Props) {
  const me = useCurrentUser()
  const edit = useSend(users.edit, { refreshes: [users.list, rightsGrants.list] })
  const invite = useSend(invitations.send, { refreshes: [users.list] })
  /** The link to the old address has ended. */
  const inviteAgain = async ({ id, email }: { id: number; email: string }) => {
    try {
      await invite.mutateAsync({ id })
      toasts.success(`Invitation sent to ${email}`)
    } catch (failure) {
      toasts.failure("Couldn't send the invitation:", failure)
    }
  }
  const editConflict = useEditConflict({ what: 'user', onReload })
  const [removing, setRemoving] = useState(false)
  const close = () => {
    editConflict.forget()
    onClose()
  }
  /** Keeps the typed values if only the second factor was removed, not after another user's change. */
  const takeRemoved = async () => {
    const before = loaded?.user.version ?? 0
    const fresh = await onReload()
    if (fresh?.user.version !== before + 1) editConflict.again()
  }
  const own = loaded !== undefined && me?.id === loaded.user.id
  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title="Edit User"
        width={1120}
        placeholder={instead}
        formKey={editConflict.round}
        schema={UserForm}
        values={loaded ? formOf(loaded) : {}}
        submit="Save user"
        draftKey={`user:${loaded?.user.id}`}
        notice={
          loaded ? (
            <>
              {editConflict.shown}
              <RightsEffectSummary loaded={loaded} own={own} />
            </>
          ) : null
        }
        onSubmit={async (typed) => {
          if (!loaded) return
          try {
            const saved = await edit.mutateAsync({ ...typed, id: loaded.user.id, version: loaded.user.version })
            if (saved.waiting) toasts.warning(waitsForSecond)
            else toasts.success('User edited successfully')
            if (saved.invitationRevoked) await inviteAgain(saved)
            if (own) refreshCurrentUser()
            close()
          } catch (failure) {
            const shown = await editConflict.notice(failure)
            toasts.failure('User edit error', shown)
            throw shown
          }
        }}
      >
        {loaded ? <Fields loaded={loaded} own={own} onRemove={() => setRemoving(true)} /> : null}
      </FormModal>
      <RemoveSecondFactor
        opened={opened && removing}
        loaded={loaded}
        onRemoved={() => {
          setRemoving(false)
          void takeRemoved()
        }}
        onClose={() => setRemoving(false)}
      />
    </>
  )
}

function Fields(props: { loaded: LoadedUser; own: boolean; onRemove(): void }) {
  const { loaded, own, onRemove } = props
  const types = useUserTypes()
  const locks = useMemo(() => (own ? ownLocks(loaded.user) : undefined), [own, loaded.user])
  return (
    <>
      {own ? (
        <NoticeLine tone="blue">
          This is your own user: you can't change your own permissions. Ask another security administrator.
        </NoticeLine>
      ) : null}
      <WaitingGrants userId={loaded.user.id} />
      <div className={css.columns}>
        <div className={css.column}>
          <UserFacts user={loaded.user} own={own} onRemove={onRemove} />
          <TextField<UserForm> name="email" label="Email" type="email" maxLength={62} />
          <PhoneField<UserForm> name="phone" label="Phone" optional />
          <SelectField<UserForm> name="typeId" label="Type" numeric source={{ choices: types }} />
          <SegmentedField<UserForm> name="language" label="Language of messages" choices={languages} />
          <OrgField />
          <TextField<UserForm> name="applicationId" label="Application id" optional maxLength={60} />
        </div>
        <div className={css.column}>
          {own ? null : <RightsStart except={loaded.user.id} />}
          <AccessBoxes locked={locks?.access} />
          <RoleBoxes locked={locks?.role} />
          <FurtherClaimBoxes locked={locks?.claim} />
          <CustomClaims locked={own} />
        </div>
        <fieldset className={css.group}>
          <legend>Claims</legend>
          <ClaimMatrix locked={locks?.claim} />
        </fieldset>
      </div>
    </>
  )
}
