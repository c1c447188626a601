import type { StagedKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { registrationImport, terminationImport } from '../cms-registration/cms-list-import.ts'
import { commissionImport } from '../commissions/loads/commission-import.ts'
import { leadImport } from '../leads/lead-import.ts'
import { marketplaceImport } from '../marketplace/import/marketplace-import.ts'
import type { ImportDefinition } from '../platform/imports/import-definition.ts'
import { contractTermFile, overrideTermFile, uplineTermFile } from '../term-files/dated-files.ts'
import { adjustmentTermFile, advanceTermFile } from '../term-files/month-files.ts'
import { scheduleTermFile } from '../term-files/schedule-term-file.ts'
import { splitTermFile } from '../term-files/split-term-file.ts'
import { termImport } from '../term-files/term-import.ts'
import { policyImportWithFollowUp } from './policies/policy-import-with-follow-up.ts'

/** Import definition of each kind of file. To add a kind, add a line here. */
export const importDefinitions: Readonly<Record<StagedKind, ImportDefinition>> = {
  policies: policyImportWithFollowUp,
  leads: leadImport,
  commissions: commissionImport,
  marketplace: marketplaceImport,
  registrations: registrationImport,
  terminations: terminationImport,
  schedules: termImport(scheduleTermFile),
  contracts: termImport(contractTermFile),
  uplines: termImport(uplineTermFile),
  overrides: termImport(overrideTermFile),
  splits: termImport(splitTermFile),
  advances: termImport(advanceTermFile),
  adjustments: termImport(adjustmentTermFile),
}
