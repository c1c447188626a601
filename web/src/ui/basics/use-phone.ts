import { useMediaQuery } from '@mantine/hooks'

/** True below 1100 px, where the top bar moves its links into the profile menu. Correct on the first render. */
export function useNarrowBar(): boolean {
  return useMediaQuery('(max-width: 1099.98px)', false, { getInitialValueInEffect: false })
}

/** True below 640 px, where tables become lists and filters a sheet. Correct on the first render. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false })
}
