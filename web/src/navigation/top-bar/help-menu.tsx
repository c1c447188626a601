import { ActionIcon } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useLazyPopover } from '../../ui/overlay/lazy-popover.ts'

const load = () => import('./help-items.tsx')
const HelpItems = lazy(async () => ({ default: (await load()).HelpItems }))

/** Help in the top bar: the guide, from the page of the open screen on, keyboard shortcuts, and whom to ask. */
export function HelpMenu() {
  const { props, popover, used } = useLazyPopover('menu', load)
  return (
    <>
      <ActionIcon {...props} variant="subtle" size={32} aria-label="Help" title="Help">
        <IconHelpCircle size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      {used ? (
        <Suspense>
          <HelpItems popover={popover} />
        </Suspense>
      ) : null}
    </>
  )
}
