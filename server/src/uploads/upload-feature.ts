import type { Feature } from '../feature.ts'
import { importGauges } from './import-gauges.ts'
import { uploadRoutes } from './upload-routes.ts'

export const uploadFeature: Feature = { routes: uploadRoutes, gauges: importGauges }
