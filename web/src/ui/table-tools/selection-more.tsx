import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import '../overlay/overlay-styles.ts'
import type { SelectionAction } from './selection-action.ts'

/** Overflow menu of the selection bar. */
export function SelectionMore({ actions }: { actions: readonly SelectionAction[] }) {
  return (
    <Menu position="top-end" withinPortal={false} floatingStrategy="fixed">
      <Menu.Target>
        <Button size="xl" aria-label="More actions">
          <IconDots size={20} stroke={1.75} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Icon, refused, danger, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={Icon && <Icon size={16} stroke={1.75} aria-hidden />}
            c={danger ? 'var(--red-text)' : undefined}
            disabled={Boolean(refused)}
            title={refused}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
