import type { Feature } from '../feature.ts'
import { listRoutes } from './list-routes.ts'
import { lookupRoutes } from './lookup-routes.ts'

export const lookupFeature: Feature = {
  routes(on) {
    lookupRoutes(on)
    listRoutes(on)
  },
}
