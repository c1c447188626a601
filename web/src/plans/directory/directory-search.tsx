import { type DirectoryEntry, type DirectoryKind, planDirectory } from '@coverdesk/domain/plans/directory-contract.ts'
import type { PlanList } from '@coverdesk/domain/plans/plan-contract.ts'
import { useRef } from 'react'
import { apiQuery, queryClient } from '../../platform/api/query.ts'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { chooseEntry } from '../../platform/session/chosen-entries.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { ChoiceSelect } from '../../ui/choices/choice-select.tsx'
import css from './directory.module.css'
import { useDirectoryTexts } from './directory-texts.ts'
import { specialtyInWords } from './specialty-in-words.ts'

/** Searches doctors and drugs by name and adds the chosen one. */
export function DirectorySearch({ page, of }: { page: PlanList; of: string }) {
  const texts = useDirectoryTexts()
  return (
    <div className={css.search}>
      {page.directory.providers ? <SearchField page={page} of={of} kind="providers" label={texts.doctor} /> : null}
      {page.directory.drugs ? <SearchField page={page} of={of} kind="drugs" label={texts.drug} /> : null}
      <p className={css.note}>
        {texts.asPublished} {page.invented ? texts.invented : null}
      </p>
    </div>
  )
}

interface SearchFieldProps {
  page: PlanList
  of: string
  kind: DirectoryKind
  label: string
}

function SearchField({ page: { terms }, of, kind, label }: SearchFieldProps) {
  const texts = useDirectoryTexts()
  const language = useLanguage()
  const size = usePhone() ? 'xl' : 'sm'
  /** Entries of the last searches, by id. */
  const found = useRef(new Map<string, DirectoryEntry>())
  const search = async (typed: string) => {
    const text = typed.trim()
    if (text.length < 3 || !terms.place) return []
    const { zipCode, state } = terms.place
    const entries = await queryClient.fetchQuery(
      apiQuery(planDirectory.search, { kind, text, year: terms.year, zipCode, state }),
    )
    for (const entry of entries) found.current.set(entry.id, entry)
    return entries.map(({ id, name, about }) => ({
      value: id,
      label: about === null ? name : `${name} (${specialtyInWords(about, language)})`,
    }))
  }
  return (
    <ChoiceSelect
      label={label}
      description={texts.typeThree}
      size={size}
      value=""
      source={{ search }}
      onChange={(id) => {
        const entry = found.current.get(id)
        if (entry) chooseEntry(of, kind, entry)
      }}
    />
  )
}
