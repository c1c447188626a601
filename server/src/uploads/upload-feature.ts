import type { Feature } from '../feature.ts'
import { fetchCmsListsJob } from './cms-lists/fetch-cms-lists-job.ts'
import { importGauges } from './import-gauges.ts'
import { uploadRoutes } from './upload-routes.ts'

export const uploadFeature: Feature = { routes: uploadRoutes, jobs: fetchCmsListsJob, gauges: importGauges }
