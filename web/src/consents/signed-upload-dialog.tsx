import { clientConsents, SignedUpload } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { maxSignedFileBytes } from '@coverdesk/domain/consents/signed-file.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { FileInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { invalidate } from '../platform/api/query.ts'
import { sendForm } from '../platform/api/send-file.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { SegmentedField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import css from './consent-section.module.css'
import { useClientLanguage } from './use-client-language.ts'

type Typed = z.input<typeof SignedUpload>

/** Adds a page that the client signed on paper, or a recording of the spoken consent. */
export function SignedUploadDialog(props: { appId: string; name: string; opened: boolean; onClose(): void }) {
  const { appId, name, opened, onClose } = props
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const language = useClientLanguage(appId)
  const size = usePhone() ? 'xl' : 'md'
  return (
    <FormModal<Typed, z.output<typeof SignedUpload>>
      opened={opened}
      onClose={onClose}
      title="Add Signed File"
      width={480}
      schema={SignedUpload}
      values={{ language, signedName: name, signedOn: todayIn(new Date()) }}
      submit="Add Signed File"
      onSubmit={async (typed) => {
        if (!file) return setProblem('Attach the signed page or the recording')
        if (file.size > maxSignedFileBytes) return setProblem('The file can be at most 10 MB')
        await sendForm(clientConsents.upload, { appId, ...typed }, file)
        for (const route of [clientConsents.one, marketplace.one, marketplace.list]) await invalidate(route)
        setFile(null)
        toasts.success('Consent added.')
        onClose()
      }}
    >
      <p className={css.about}>
        The page, or what is said in the recording, must be the text of the consent. It is stored encrypted for ten
        years and cannot be changed. To print the text, choose Sign on This Device first.
      </p>
      <FileInput
        size={size}
        label="Signed page or recording"
        description="PDF, JPEG, PNG, or audio, up to 10 MB"
        accept="application/pdf,image/jpeg,image/png,audio/*"
        value={file}
        error={problem}
        onChange={(chosen) => {
          setFile(chosen)
          setProblem(undefined)
        }}
      />
      <TextField<Typed> name="signedName" label="Name of the client in it" maxLength={150} />
      <DateField<Typed> name="signedOn" label="Signed on" />
      <SegmentedField<Typed>
        name="language"
        label="Language"
        choices={[
          { value: 'en', label: 'English' },
          { value: 'es', label: 'Spanish' },
        ]}
      />
    </FormModal>
  )
}
