import { useMediaQuery } from '@mantine/hooks'

/** Whether there is no room for a record beside its list. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 1023.98px)', false, { getInitialValueInEffect: false })
}
