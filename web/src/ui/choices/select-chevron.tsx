import { IconChevronDown } from '@tabler/icons-react'

/** The sign of every select: of ours, and of the browser’s own, which would bring another one. */
export function SelectChevron() {
  return <IconChevronDown size={14} stroke={1.75} aria-hidden />
}
