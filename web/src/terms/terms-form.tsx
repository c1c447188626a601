import { maxTerms, type Terms, TermsToSave, terms } from '@coverdesk/domain/terms/terms-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { paths } from '../platform/address/paths.ts'
import { call } from '../platform/api/call.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { type FieldLabels, useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FormSection, PageFormPart } from '../ui/form/page-form.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'

const Fields = TermsToSave.pick({ english: true, spanish: true })
type Typed = z.input<typeof Fields>

const words: FieldLabels<Typed> = { english: 'Terms in English', spanish: 'Terms in Spanish' }

/** The agency's terms of use (AUTH-03). */
export function TermsForm() {
  const { data, error, refetch } = useQuery({
    ...apiQuery(terms.one, {}),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <FormSection
      title="Terms of use"
      note="Shown on the page that Login, Create an account and the public plans link to. Begin a heading with # and a list item with -; an empty line starts a paragraph; {agency} is the agency's name. Each change is a new version with its date."
    >
      {data ? (
        <Form stored={data} />
      ) : error ? (
        <FailedState title="Couldn't load the terms." why={failureMessage(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonBar width="100%" height={160} />
      )}
    </FormSection>
  )
}

/** Form of the terms; saved against the version that was loaded last (P-74). */
function Form({ stored }: { stored: Terms }) {
  const [version, setVersion] = useState(stored.version)
  const save = useSend(terms.save)
  const editConflict = useEditConflict<Typed>({
    what: 'terms',
    onReload: async () => undefined,
    merge: {
      reload: async () => {
        const fresh = await call(terms.one, {})
        setVersion(fresh.version)
        return fieldsOf(fresh)
      },
      fields: words,
    },
  })
  return (
    <PageFormPart
      label="Terms of use"
      schema={Fields}
      values={fieldsOf(stored)}
      submit="Save terms"
      draftKey="terms"
      onSubmit={async (typed) => {
        try {
          const saved = await save.mutateAsync({ ...typed, version })
          setVersion(saved.version)
          editConflict.forget()
          toasts.success('Changes saved')
          return fieldsOf(saved)
        } catch (error) {
          const shown = await editConflict.notice(error)
          toasts.failure('Error saving changes', shown)
          throw shown
        }
      }}
    >
      {editConflict.shown}
      <TextareaField<Typed> name="english" label="Terms in English" rows={10} maxLength={maxTerms} />
      <TextareaField<Typed> name="spanish" label="Terms in Spanish" rows={10} maxLength={maxTerms} />
      <Link to={paths.terms}>See the terms as visitors do</Link>
    </PageFormPart>
  )
}

const fieldsOf = ({ english, spanish }: Terms): Typed => ({ english, spanish })
