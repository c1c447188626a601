import { useEffect } from 'react'
import { useBrand } from './brand.ts'

/**
 * Names the window after the record of a page once it is known; until then it is called after the screen. A moment later
 * than the frame, which names it after the screen when both are painted at once.
 */
export function useBrandTitle(name: string | undefined): void {
  const brand = useBrand()
  useEffect(() => {
    if (!name) return
    const later = setTimeout(() => {
      document.title = `${name} · ${brand.name}`
    })
    return () => clearTimeout(later)
  }, [name, brand.name])
}
