import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { Menu } from '@mantine/core'
import { IconBook, IconBook2, IconKeyboard, IconMail, IconPhone } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import { guidePageOf } from '../../guide/guide-pages.ts'
import { paths } from '../../platform/address/paths.ts'
import { useBrand } from '../../platform/page/brand.ts'
import type { LazyPopover } from '../../ui/overlay/lazy-popover.ts'
import { PopoverTarget, useOpened } from '../../ui/overlay/popover-target.tsx'
import { showShortcuts } from '../../ui/overlay/shortcuts.tsx'

/** Menu of HelpMenu. */
export function HelpItems({ popover }: { popover: LazyPopover }) {
  const opened = useOpened(popover)
  return (
    <Menu opened={opened} onChange={popover.onChange} position="bottom-end" width={260} withinPortal={false}>
      <Menu.Target>
        <PopoverTarget state={popover} />
      </Menu.Target>
      <Menu.Dropdown>
        <GuideItems />
        <Menu.Item
          leftSection={<IconKeyboard size={16} stroke={1.75} />}
          rightSection={<kbd>?</kbd>}
          onClick={() => showShortcuts(true)}
        >
          Keyboard shortcuts
        </Menu.Item>
        <ContactItems />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Page of the guide that belongs to the open screen, if there is one, and all pages. */
export function GuideItems() {
  const page = useMatches({ select: (matches) => guidePageOf(matches.at(-1)?.staticData.guide) })
  return (
    <>
      {page ? (
        <Menu.Item
          leftSection={<IconBook2 size={16} stroke={1.75} />}
          renderRoot={(props) => <Link to={paths.guidePage(page.name)} {...props} />}
        >
          {page.title}
        </Menu.Item>
      ) : null}
      <Menu.Item
        leftSection={<IconBook size={16} stroke={1.75} />}
        renderRoot={(props) => <Link to={paths.guide} {...props} />}
      >
        Guide
      </Menu.Item>
    </>
  )
}

/** The agency's contact, unless the brand hides it or it is not set. */
function ContactItems() {
  const { name, phone, email, hideContactLinks } = useBrand()
  if (hideContactLinks || (phone === '' && email === '')) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Administrator of {name}</Menu.Label>
      {email !== '' && (
        <Menu.Item component="a" href={`mailto:${email}`} leftSection={<IconMail size={16} stroke={1.75} />}>
          {email}
        </Menu.Item>
      )}
      {phone !== '' && (
        <Menu.Item
          component="a"
          href={`tel:${phone.replace(/[^\d+]/g, '')}`}
          leftSection={<IconPhone size={16} stroke={1.75} />}
        >
          {showPhone(phone.replace(/^\+1/, ''))}
        </Menu.Item>
      )}
    </>
  )
}
