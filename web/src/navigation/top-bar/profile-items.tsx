import { Menu } from '@mantine/core'
import { IconArrowUpRight, IconLogin2, IconLogout, IconMail, IconUserCircle } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useCurrentUser } from '../../access/current-user.ts'
import { logout } from '../../access/logout.ts'
import { gateOf } from '../../access/portal-gate.ts'
import { useHasOutbox } from '../../agency/configuration.ts'
import { paths } from '../../platform/address/paths.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import type { LazyPopover } from '../../ui/overlay/lazy-popover.ts'
import { PopoverTarget, useOpened } from '../../ui/overlay/popover-target.tsx'
import { useBarTexts } from './bar-texts.ts'
import { GuideItems } from './help-items.tsx'
import { useOutsideLinks } from './outside-links.ts'

/** Items of ProfileMenu. */
export function ProfileItems({ popover, compact }: { popover: LazyPopover; compact: boolean }) {
  const user = useCurrentUser()
  const outbox = useHasOutbox()
  const opened = useOpened(popover)
  const phone = usePhone()
  const texts = useBarTexts()
  const inPortal = user !== undefined && gateOf(user) === 'open'
  const inConsumerApp = useRouterState({ select: ({ location }) => location.pathname.startsWith(paths.consumer) })
  const account = inConsumerApp ? paths.clientAccount : inPortal ? paths.myAccount : null
  return (
    <Menu opened={opened} onChange={popover.onChange} position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <PopoverTarget state={popover} />
      </Menu.Target>
      <Menu.Dropdown>
        {user && (
          <Menu.Label>
            {user.name}
            <br />
            {user.emailaddress}
          </Menu.Label>
        )}
        {compact && <OutsideItems />}
        {phone && inPortal && <GuideItems />}
        {compact && <Menu.Divider />}
        {account && (
          <Menu.Item
            renderRoot={(props) => <Link to={account} {...props} />}
            leftSection={<IconUserCircle size={16} stroke={1.75} />}
          >
            {texts.account}
          </Menu.Item>
        )}
        {outbox && (
          <Menu.Item
            renderRoot={(props) => <Link to={paths.outbox} {...props} />}
            leftSection={<IconMail size={16} stroke={1.75} />}
          >
            {texts.outbox}
          </Menu.Item>
        )}
        {user ? (
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={() => void logout()}>
            {texts.logout}
          </Menu.Item>
        ) : (
          <Menu.Item
            renderRoot={(props) => <Link to={paths.login} {...props} />}
            leftSection={<IconLogin2 size={16} stroke={1.75} />}
          >
            {texts.login}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function OutsideItems() {
  return useOutsideLinks().map((link) =>
    'route' in link ? (
      <Menu.Item key={link.label} renderRoot={(props) => <Link to={link.route} {...props} />}>
        {link.label}
      </Menu.Item>
    ) : (
      <Menu.Item
        key={link.label}
        component="a"
        href={link.href}
        target={link.newTab ? '_blank' : undefined}
        rel="noopener"
        rightSection={link.newTab && <IconArrowUpRight size={14} stroke={1.75} aria-hidden />}
      >
        {link.label}
      </Menu.Item>
    ),
  )
}
