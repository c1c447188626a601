import { taxForms } from '@coverdesk/domain/tax-forms/tax-form-contract.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { readTaxFacts, saveTaxFacts } from './tax-facts.ts'
import { taxFormFile } from './tax-form-file.ts'
import { setTaxLimit, taxLimits } from './tax-limits.ts'
import { ownTaxYears, taxTotals } from './tax-totals.ts'
import { taxYearExport } from './tax-year-list.ts'

export function taxFormRoutes(on: Bind): void {
  on(taxForms.list, (call, query) => listOrExport(call, taxYearExport, query, call.user.visibility('AgentPayment')))
  on(taxForms.totals, ({ db, user }, { year }) => taxTotals(db, user.visibility('AgentPayment'), year))
  on(taxForms.file, taxFormFile)
  on(taxForms.facts, readTaxFacts)
  on(taxForms.saveFacts, saveTaxFacts)
  on(taxForms.limits, ({ db }) => taxLimits(db))
  on(taxForms.setLimit, setTaxLimit)
  on(taxForms.own, ({ db, user }) => ownTaxYears(db, user.ownAgentId))
}
