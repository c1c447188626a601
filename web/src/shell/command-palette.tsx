import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { ModalContent, ModalOverlay, ModalRoot, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { logout } from '../access/logout.ts'
import { useFocusBack } from '../ui/focus-back.ts'
import classes from './command-palette.module.css'
import { type Command, commandsFor, findCommands } from './commands.ts'
import { useOutboxHere } from './configuration.ts'

interface PaletteProps {
  opened: boolean
  close: () => void
  person: CurrentUser
  toggleSidebar?: () => void
}

/** Ctrl-K: finds screens and actions by name, all by keyboard. */
export function CommandPalette({ opened, close, ...props }: PaletteProps) {
  const focus = useFocusBack(opened)
  return (
    <ModalRoot opened={opened} onClose={close} size={560} yOffset="12vh" {...focus}>
      <ModalOverlay />
      <ModalContent aria-label="Find or do anything">
        <Finder close={close} {...props} />
      </ModalContent>
    </ModalRoot>
  )
}

function Finder({ close, person, toggleSidebar }: Omit<PaletteProps, 'opened'>) {
  const navigate = useNavigate()
  const outbox = useOutboxHere()
  const list = useId()
  const [text, setText] = useState('')
  const [current, setCurrent] = useState(0)
  const actions = {
    goTo: (address: string) => void navigate({ href: address }),
    logout: () => void logout(),
    ...(toggleSidebar ? { toggleSidebar } : {}),
    outbox,
  }
  const found = findCommands(commandsFor(person, actions), text)
  const choose = (command: Command | undefined) => {
    if (!command) return
    close()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === 'Enter') choose(found[current])
    else if (step && found.length > 0) setCurrent((current + step + found.length) % found.length)
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        data-autofocus
        size="lg"
        variant="unstyled"
        classNames={{ root: classes.field }}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        aria-label="Find or do anything"
        placeholder="Find or do anything"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found[current] ? `${list}-${found[current].id}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setCurrent(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label="Results" className={classes.list}>
        {found.map((command, index) => (
          <div
            key={command.id}
            id={`${list}-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={classes.option}
            onMouseMove={() => setCurrent(index)}
            onClick={() => choose(command)}
            onKeyDown={onKeyDown}
          >
            <span>{command.label}</span>
            <span className={classes.group}>{command.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.none} role="status">
          Nothing is called '{text}'
        </p>
      )}
    </>
  )
}
