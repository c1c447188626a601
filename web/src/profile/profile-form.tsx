import { type Profile, profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { ProfileFields, type ProfileInput } from '@coverdesk/domain/profile/profile-fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshCurrentUser } from '../access/current-user.ts'
import { type ContactMethodChoices, ContactMethodFields } from '../contact-methods/contact-method-fields.tsx'
import { contactMethodLabels } from '../contact-methods/contact-method-labels.ts'
import { call } from '../platform/api/call.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { DigitsField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { type FieldLabels, useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FieldRow, FormSection, PageForm } from '../ui/form/page-form.tsx'
import { profileValues } from './profile-values.ts'

interface ProfileFormProps {
  stored: Profile
  choices: ContactMethodChoices
  /** Fetches the stored profile and resets the form. */
  onReload(): void
}

/** Names, numbers, emails, phones and addresses of the user's contact, saved together by Update (PROFILE-05). */
export function ProfileForm({ stored, choices, onReload }: ProfileFormProps) {
  const { update, editConflict } = useProfileUpdate(stored, onReload)
  return (
    <PageForm
      label="Profile"
      schema={ProfileFields}
      values={profileValues(stored)}
      submit="Update"
      draftKey="profile"
      onSubmit={update}
      notice={editConflict}
    >
      <FormSection title="Name" note="Your name and license numbers.">
        <FieldRow>
          <TextField<ProfileInput> name="firstName" label="First name" maxLength={50} autoComplete="given-name" />
          <TextField<ProfileInput>
            name="middleName"
            label="Middle name"
            optional
            maxLength={50}
            autoComplete="additional-name"
          />
          <TextField<ProfileInput>
            name="lastName"
            label="Last name"
            optional
            maxLength={50}
            autoComplete="family-name"
          />
        </FieldRow>
        <FieldRow>
          <TextField<ProfileInput> name="FFEID" label="FFE username" optional maxLength={60} />
          <DigitsField<ProfileInput> name="NPN" label="NPN" optional most={10} />
        </FieldRow>
      </FormSection>
      <ContactMethodFields
        own
        choices={choices}
        saves="Update"
        emailNote="Where people reach you. Codes and reset links go to the email under Sign-in and messages."
      />
    </PageForm>
  )
}

/** Labels and formats of the fields in an edit conflict. */
const words: FieldLabels<ProfileInput> = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  FFEID: 'FFE username',
  NPN: 'NPN',
  ...contactMethodLabels,
}

/**
 * Saves against the last loaded version with a toast (PROFILE-05, PROFILE-06). After an edit conflict the user sees
 * both versions and saves on the newer one (P-74).
 */
function useProfileUpdate({ id, version }: Profile, onReload: () => void) {
  const client = useQueryClient()
  const [current, setCurrent] = useState(version)
  const save = useSend(profile.save)
  const editConflict = useEditConflict<ProfileInput>({
    what: 'contact',
    onReload: async () => onReload(),
    merge: {
      // Not cached: a cache update would reset what the user typed.
      reload: async () => {
        const fresh = await call(profile.one, { id })
        setCurrent(fresh.version)
        return profileValues(fresh)
      },
      fields: words,
    },
  })
  const update = async (fields: ProfileFields): Promise<ProfileInput> => {
    try {
      const saved = await save.mutateAsync({ ...fields, id, version: current })
      setCurrent(saved.version)
      editConflict.forget()
      client.setQueryData(apiQuery(profile.one, { id }).queryKey, saved)
      refreshCurrentUser()
      toasts.success('Changes saved')
      return profileValues(saved)
    } catch (error) {
      const shown = await editConflict.notice(error)
      toasts.failure('Error saving changes', shown)
      throw shown
    }
  }
  return { update, editConflict: editConflict.shown }
}
