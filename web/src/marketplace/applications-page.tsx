import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import css from './applications-page.module.css'
import { MarketplaceList } from './marketplace-list.tsx'

interface ApplicationTab {
  /** Value of ?tab=; omitted for the first tab. */
  id: string
  label: string
  /** List of the tab; lazy except for the first. */
  List: ComponentType
}

const InternalApplications = lazy(async () => ({
  default: (await import('../applications/internal-applications.tsx')).InternalApplications,
}))

/** Kinds of applications; add a line for another kind. */
const tabs: readonly [ApplicationTab, ...ApplicationTab[]] = [
  { id: 'marketplace', label: 'Marketplace', List: MarketplaceList },
  { id: 'internal', label: 'Internal', List: InternalApplications },
]

/** /portal/mk/applications: application lists in tabs; without tabs if there is only one. */
export function ApplicationsPage() {
  const { tab }: { tab?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [first] = tabs
  const shown = tabs.find(({ id }) => id === tab) ?? first
  if (tabs.length === 1) return <first.List />
  // Drops the previous tab's filters, sort and page from the URL.
  const open = (id: string | null) => void navigate({ to: '.', search: id === first.id ? {} : { tab: id } })
  return (
    <Tabs value={shown.id} onChange={open} keepMounted={false} classNames={css}>
      <Tabs.List aria-label="Kinds of applications">
        {tabs.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, List }) => (
        <Tabs.Panel key={id} value={id}>
          <Suspense>
            <List />
          </Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
