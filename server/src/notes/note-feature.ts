import type { Feature } from '../feature.ts'
import { noteRoutes } from './note-routes.ts'

export const noteFeature: Feature = { routes: noteRoutes }
