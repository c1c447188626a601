import type { Brand } from '@coverdesk/domain/shell/shell-contract.ts'
import { createContext, useContext } from 'react'

const BrandContext = createContext<Brand | null>(null)
export const BrandProvider = BrandContext.Provider

/** The brand of this host (SHELL-43). */
export function useBrand(): Brand {
  const brand = useContext(BrandContext)
  if (!brand) throw new Error('No BrandProvider above')
  return brand
}
