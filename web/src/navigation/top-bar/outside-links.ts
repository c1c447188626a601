import { actionRules, barRules } from '@coverdesk/domain/access/portal-rules.ts'
import { useHasAccess } from '../../access/current-user.ts'
import { useConfiguration } from '../../agency/configuration.ts'
import { paths } from '../../platform/address/paths.ts'
import { useBarTexts } from './bar-texts.ts'

/** Link out of the portal: a route of the app, or a separate area opened by a full load. */
export type OutsideLink = { label: string; route: string } | { label: string; href: string; newTab: boolean }

/**
 * See Plans for everyone; Marketplace (DE) and EDE by claim (SHELL-38, SHELL-39, ACCESS-25, ACCESS-26). If the agency
 * has its own enrollment application, the link passes it a token (A-022, P-20).
 */
export function useOutsideLinks(): OutsideLink[] {
  const texts = useBarTexts()
  const marketplace = useHasAccess(barRules.marketplace)
  const ownEde = useConfiguration()?.edeUrl != null
  const applies = useHasAccess(actionRules.seesOneApplication)
  // The wizard needs a right to applications; an agency's own application decides itself.
  const ede = useHasAccess(barRules.ede) && (ownEde || applies)
  const edeLink: OutsideLink = ownEde
    ? { label: texts.ede, route: paths.edeRedirect }
    : { label: texts.ede, href: paths.ede, newTab: false }
  return [
    { label: texts.seePlans, href: paths.seePlans, newTab: true },
    ...(marketplace ? [{ label: texts.marketplace, route: paths.marketplaceRedirect }] : []),
    ...(ede ? [edeLink] : []),
  ]
}
