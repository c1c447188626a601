import type { ImportKind } from '@coverdesk/domain/uploads/upload-contract.ts'
import { commissionImport } from '../commissions/loads/commission-import.ts'
import { leadImport } from '../leads/lead-import.ts'
import { marketplaceImport } from '../marketplace/import/marketplace-import.ts'
import type { ImportDefinition } from '../platform/imports/import-definition.ts'
import { policyImportWithFollowUp } from './policies/policy-import-with-follow-up.ts'

/** Import definition of each kind of file. To add a kind, add a line here. */
export const importDefinitions: Readonly<Record<ImportKind, ImportDefinition>> = {
  policies: policyImportWithFollowUp,
  leads: leadImport,
  commissions: commissionImport,
  marketplace: marketplaceImport,
}
