import { createContext, useContext } from 'react'
import type { FeatureCommand, Screen } from '../feature.ts'

export interface Navigation {
  screens: readonly Screen[]
  commands: readonly FeatureCommand[]
}

/**
 * Screens and commands of all features. Provided by the routes, because a page cannot import the features, which import
 * the page.
 */
export const NavigationContext = createContext<Navigation>({ screens: [], commands: [] })

export const useNavigation = () => useContext(NavigationContext)
