import { IconChevronDown } from '@tabler/icons-react'

/** Chevron of every select, including native ones. */
export function SelectChevron() {
  return <IconChevronDown size={14} stroke={1.75} aria-hidden />
}
