import { agency } from '@coverdesk/domain/agency/agency-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { agencySettings } from './agency-queries.ts'
import { saveAgency, setApproval } from './save-agency.ts'

export function agencyRoutes(on: Bind): void {
  on(agency.settings, ({ db }) => agencySettings(db))
  on(agency.save, saveAgency)
  on(agency.setApproval, setApproval)
}
