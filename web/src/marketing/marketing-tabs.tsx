import { useAddress } from '../platform/address/address.ts'
import css from './marketing.module.css'
import { MarketingAddress } from './marketing-address.ts'

const tabs = [
  { value: undefined, label: 'Conversations' },
  { value: 'notifications', label: 'Notifications' },
] as const

/** Tabs of a narrow window: conversations or notifications. */
export function MarketingTabs() {
  const { query, change } = useAddress(MarketingAddress)
  return (
    <nav className={css.tabs} aria-label="Marketing">
      {tabs.map(({ value, label }) => (
        <button
          key={label}
          type="button"
          aria-current={query.tab === value ? 'page' : undefined}
          onClick={() => void change({ tab: value })}
        >
          {label}
        </button>
      ))}
    </nav>
  )
}
