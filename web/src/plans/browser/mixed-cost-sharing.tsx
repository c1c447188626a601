import { enrolleesOf } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { mixedCostSharing } from '@coverdesk/domain/enrollment/mixed-cost-sharing.ts'
import type { MarketplaceDetail } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { usePlanTexts } from '../plan-texts.ts'
import css from '../source-notice.module.css'

interface MixedCostSharingProps {
  application: MarketplaceDetail
  /** The group whose plan is chosen. */
  applicants: readonly string[]
  /** Path where groups are changed. */
  groups: string
}

/** Says whose cost sharing a group loses by sharing one plan, where that plan is chosen. */
export function MixedCostSharing({ application, applicants, groups }: MixedCostSharingProps) {
  const texts = usePlanTexts()
  const language = useSharedLanguage()
  const size = usePhone() ? 'xl' : 'xs'
  const { persons, insuranceApplication } = application.object
  const mixed = mixedCostSharing(enrolleesOf(persons, insuranceApplication.applicants, '', language), applicants)
  if (!mixed) return null
  return (
    <div className={css.notice}>
      <NoticeLine
        tone="blue"
        action={
          <Button size={size} renderRoot={(props) => <Link to={groups} {...props} />}>
            {texts.changeGroups}
          </Button>
        }
      >
        {texts.mixedCsr({
          without: new Intl.ListFormat(language).format(mixed.without),
          common: mixed.common && texts.csr(mixed.common),
          best: texts.csr(mixed.best),
        })}
      </NoticeLine>
    </div>
  )
}
