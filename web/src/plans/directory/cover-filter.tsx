import { directoryKinds } from '@coverdesk/domain/plans/directory-contract.ts'
import { Button, Checkbox } from '@mantine/core'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import facetCss from '../browser/plan-facets.module.css'
import type { PlanQuery } from '../browser/plan-query.ts'
import css from './directory.module.css'
import { useDirectoryTexts } from './directory-texts.ts'
import type { CoveredPlans } from './use-covered-plans.ts'

/** Filters for plans that cover all chosen doctors and all chosen drugs; nothing while none is chosen. */
export function CoverFilter(props: { query: PlanQuery; directory: CoveredPlans['directory']; size: 'sm' | 'md' }) {
  const { query, directory, size } = props
  const texts = useDirectoryTexts()
  const kinds = directoryKinds.filter((kind) => directory.chosen[kind].length > 0)
  if (kinds.length === 0) return null
  return (
    <fieldset className={facetCss.group}>
      <legend>{texts.title}</legend>
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          size={size}
          classNames={{
            root: facetCss.row,
            body: facetCss.rowBody,
            labelWrapper: facetCss.rowLabel,
            label: facetCss.label,
          }}
          checked={query.chosen.covers.includes(kind)}
          onChange={() => query.toggle('covers', kind)}
          label={texts.coversAll[kind]}
        />
      ))}
    </fieldset>
  )
}

/** Says how many plans the filter cannot judge, and shows them on request: they are never left out silently. */
export function UnknownPlans({ query, unknown }: { query: PlanQuery; unknown: number }) {
  const texts = useDirectoryTexts()
  const size = usePhone() ? 'xl' : 'xs'
  if (unknown === 0) return null
  const shown = query.chosen.covers.includes('unknown')
  return (
    <div className={css.unknown} role="status">
      <NoticeLine
        tone="amber"
        action={
          <Button size={size} variant="subtle" onClick={() => query.toggle('covers', 'unknown')}>
            {shown ? texts.hideUnknown : texts.showUnknown}
          </Button>
        }
      >
        {shown ? texts.unknownShown(unknown) : texts.unknownHidden(unknown)}
      </NoticeLine>
    </div>
  )
}
