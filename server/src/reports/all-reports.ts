import { agentStatement } from './agent-statement.ts'
import { commissionPayments } from './commission-payments.ts'
import type { ReportDeclaration } from './declare-report.ts'
import { expectedMonths } from './expected-months.ts'
import { leadsByDisposition } from './leads-by-disposition.ts'
import { lostPolicies } from './lost-policies.ts'
import { netPayByAgent } from './net-pay-by-agent.ts'
import { paidTimeOff } from './paid-time-off.ts'
import { policiesByCarrier } from './policies-by-carrier.ts'
import { productionByAgent } from './production-by-agent.ts'

/** The report catalog, in display order. */
export const allReports: readonly ReportDeclaration[] = [
  policiesByCarrier,
  productionByAgent,
  lostPolicies,
  commissionPayments,
  agentStatement,
  expectedMonths,
  netPayByAgent,
  paidTimeOff,
  leadsByDisposition,
]
