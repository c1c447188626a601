import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useShortcuts } from '../../ui/overlay/shortcuts.tsx'
import { goToSection } from './form-cells.tsx'
import { offlineSections } from './offline-sections.ts'

/** Alt with a number goes to a section, Alt+A addButton a member, Ctrl+Enter submits. */
export function useFormKeys({
  addButton,
  submit,
}: {
  addButton: RefObject<HTMLButtonElement | null>
  submit(): unknown
}) {
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })
  useShortcuts([
    { keys: 'Alt 1 … 5', description: 'Go to a section' },
    { keys: 'Alt A', description: 'Add a member' },
    { keys: 'Enter', description: 'Go to the next field' },
    { keys: 'Ctrl Enter', description: 'Submit New' },
  ])
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return
      if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
        event.preventDefault()
        latest.current()
      }
      if (!event.altKey || event.ctrlKey || event.metaKey) return
      const section = offlineSections[Number(/^Digit([1-5])$/.exec(event.code)?.[1] ?? 0) - 1]
      if (!section && event.code !== 'KeyA') return
      event.preventDefault()
      if (section) goToSection(section.id)
      else addButton.current?.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [addButton])
}

/** Enter moves to the next field instead of submitting a long form by mistake. */
export function focusNextOnEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { target, key, ctrlKey, metaKey } = event
  if (key !== 'Enter' || ctrlKey || metaKey || !(target instanceof HTMLElement)) return
  if (!target.matches('input, select')) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    (field) => field.tabIndex >= 0 && field.offsetParent !== null && !isSameGroup(field, target),
  )
  const after = fields.find((field) => target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING)
  after?.focus()
}
const focusable =
  '[id^="offline-"] :is(input, select, textarea, button):enabled, textarea:enabled, button[type="submit"]'

function isSameGroup(a: HTMLElement, b: HTMLElement): boolean {
  return (
    a === b ||
    (a instanceof HTMLInputElement && b instanceof HTMLInputElement && a.type === 'radio' && a.name === b.name)
  )
}
