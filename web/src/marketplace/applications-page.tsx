import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import css from './applications-page.module.css'
import { MarketplaceList } from './marketplace-list.tsx'

interface ApplicationTab {
  /** In the address as ?tab=…; the first one stands without. */
  id: string
  label: string
  /** Its list; lazy for all but the first. */
  List: ComponentType
}

const InternalApplications = lazy(async () => ({
  default: (await import('../applications/internal-applications.tsx')).InternalApplications,
}))

/** The kinds of applications. A further one is one more line here. */
const tabs: readonly [ApplicationTab, ...ApplicationTab[]] = [
  { id: 'marketplace', label: 'Marketplace', List: MarketplaceList },
  { id: 'internal', label: 'Internal', List: InternalApplications },
]

/** /portal/mk/applications: the lists of applications, each in its tab; a single one stands alone. */
export function ApplicationsPage() {
  const { tab }: { tab?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [first] = tabs
  const shown = tabs.find(({ id }) => id === tab) ?? first
  if (tabs.length === 1) return <first.List />
  // Filters, sort and page in the address are those of the tab that is left.
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
