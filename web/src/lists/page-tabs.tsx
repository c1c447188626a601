import { Link } from '@tanstack/react-router'
import css from './page-tabs.module.css'

/** Otherwise the router marks all links as current. */
const exactly = { exact: true, includeSearch: true }

/** Links between the tabs of a screen, by the member `tab` of its URL; filters are dropped, since they differ. */
export function PageTabs({
  label,
  to,
  tabs,
  current,
}: {
  label: string
  to: string
  /** The first one has no name in the URL. */
  tabs: readonly { tab?: string; label: string }[]
  current: string | undefined
}) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {tabs.map(({ tab, label: name }) => (
        <Link
          key={name}
          to={to}
          search={tab === undefined ? {} : { tab }}
          activeOptions={exactly}
          className={css.tab}
          {...(tab === current ? ({ 'aria-current': 'page' } as const) : {})}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
