import { useMediaQuery } from '@mantine/hooks'

/** True below 640 px, where tables become lists and filters a sheet. Correct on the first render. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false })
}
