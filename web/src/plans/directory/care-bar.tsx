import type { PlanList } from '@coverdesk/domain/plans/plan-contract.ts'
import { Button } from '@mantine/core'
import { IconStethoscope, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { removeCare } from '../../platform/session/chosen-care.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import css from './care.module.css'
import { useCareTexts } from './care-texts.ts'
import type { Care } from './use-care.ts'

const CareSearch = lazy(async () => ({ default: (await import('./care-search.tsx')).CareSearch }))

/** Doctors and drugs of the person above the plans. Not there where nothing is known of any plan. */
export function CareBar({ page, care }: { page: PlanList | undefined; care: Care }) {
  const [open, setOpen] = useState(false)
  const size = usePhone() ? 'xl' : 'sm'
  const texts = useCareTexts()
  if (!page || (!page.directory.providers && !page.directory.drugs)) return null
  return (
    <section className={css.bar} aria-label={texts.title}>
      <div className={css.line}>
        <ul className={css.chips} aria-label={texts.title}>
          {(['providers', 'drugs'] as const).flatMap((kind) =>
            care.chosen[kind].map(({ id, name }) => (
              <li key={`${kind} ${id}`} className={css.chip}>
                {name}
                <button type="button" aria-label={texts.remove(name)} onClick={() => removeCare(care.of, kind, id)}>
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
      {care.failed ? (
        <p className={css.note} role="status">
          {texts.failed}{' '}
          <Button variant="subtle" size="compact-sm" onClick={care.retry}>
            {texts.retry}
          </Button>
        </p>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <CareSearch page={page} of={care.of} />
        </Suspense>
      ) : null}
    </section>
  )
}
