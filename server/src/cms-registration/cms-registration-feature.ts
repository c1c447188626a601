import { cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import type { Feature } from '../feature.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { registrationExport } from './registration-list.ts'

export const cmsRegistrationFeature: Feature = { routes: cmsRegistrationRoutes }

/** The lists are loaded by the upload routes (upload-routes.ts). */
function cmsRegistrationRoutes(on: Bind): void {
  on(cmsRegistration.list, (call, query) => listOrExport(call, registrationExport, query, { all: true }))
}
