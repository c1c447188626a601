import type { PlanList } from '@coverdesk/domain/plans/plan-contract.ts'
import { Button } from '@mantine/core'
import { IconStethoscope, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { removeEntry } from '../../platform/session/chosen-entries.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import css from './directory.module.css'
import { useDirectoryTexts } from './directory-texts.ts'
import type { Directory } from './use-directory.ts'

const DirectorySearch = lazy(async () => ({ default: (await import('./directory-search.tsx')).DirectorySearch }))

/** Doctors and drugs of the person above the plans. Not there where nothing is known of any plan. */
export function DirectoryBar({ page, directory }: { page: PlanList | undefined; directory: Directory }) {
  const [open, setOpen] = useState(false)
  const size = usePhone() ? 'xl' : 'sm'
  const texts = useDirectoryTexts()
  if (!page || (!page.directory.providers && !page.directory.drugs)) return null
  return (
    <section className={css.bar} aria-label={texts.title}>
      <div className={css.line}>
        <ul className={css.chips} aria-label={texts.title}>
          {(['providers', 'drugs'] as const).flatMap((kind) =>
            directory.chosen[kind].map(({ id, name }) => (
              <li key={`${kind} ${id}`} className={css.chip}>
                {name}
                <button
                  type="button"
                  aria-label={texts.remove(name)}
                  onClick={() => removeEntry(directory.of, kind, id)}
                >
                  <IconX size={14} stroke={1.75} aria-hidden />
                </button>
              </li>
            )),
          )}
        </ul>
        <Button
          size={size}
          aria-expanded={open}
          leftSection={<IconStethoscope size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {open ? texts.done : texts.add}
        </Button>
      </div>
      {directory.failed ? (
        <p className={css.note} role="status">
          {texts.failed}{' '}
          <Button variant="subtle" size="compact-sm" onClick={directory.retry}>
            {texts.retry}
          </Button>
        </p>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <DirectorySearch page={page} of={directory.of} />
        </Suspense>
      ) : null}
    </section>
  )
}
