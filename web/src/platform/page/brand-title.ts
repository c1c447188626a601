import { useEffect } from 'react'
import { useBrand } from './brand.ts'

/**
 * Sets the document title to the record of the page once it is loaded; until then it is the screen's. Runs after the
 * frame, which sets the screen's title in the same render.
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
