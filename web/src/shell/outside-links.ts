import { useMayPass } from '../access/person.ts'
import { paths } from '../platform/paths.ts'

/** A way out of the screens: a route of the page, or an area of its own that is opened by a full load. */
export type OutsideLink = { label: string; route: string } | { label: string; href: string; newTab: boolean }

/** See Plans for everybody; Marketplace (DE) and EDE by their claims (SHELL-38, SHELL-39, ACCESS-25, ACCESS-26). */
export function useOutsideLinks(): OutsideLink[] {
  const marketplace = useMayPass('view.marketplace agent|customer')
  const ede = useMayPass('view.EDE agent|customer')
  return [
    { label: 'See Plans', href: paths.seePlans, newTab: true },
    ...(marketplace ? [{ label: 'Marketplace (DE)', route: paths.marketplaceRedirect }] : []),
    ...(ede ? [{ label: 'EDE', href: paths.ede, newTab: false }] : []),
  ]
}
