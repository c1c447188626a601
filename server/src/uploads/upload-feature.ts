import type { Feature } from '../feature.ts'
import { uploadRoutes } from './upload-routes.ts'

export const uploadFeature: Feature = { routes: uploadRoutes }
