import administerRights from '../../../docs/guide/administer-rights.md'
import applyForCoverage from '../../../docs/guide/apply-for-coverage.md'
import commissions from '../../../docs/guide/commissions.md'
import enrollAFamily from '../../../docs/guide/enroll-a-family.md'
import loadAFile from '../../../docs/guide/load-a-file.md'
import loadPlans from '../../../docs/guide/load-plans.md'
import payAMonth from '../../../docs/guide/pay-a-month.md'
import payAgents from '../../../docs/guide/pay-agents.md'
import startAnAgency from '../../../docs/guide/start-an-agency.md'
import workUnpaidAndLost from '../../../docs/guide/work-unpaid-and-lost.md'
import type { GuidePageName } from './guide-pages.ts'

/** Text of each page as HTML, rendered from docs/guide/ by web/guide-markdown.ts when the product is built. */
export const guideTexts: Readonly<Record<GuidePageName, string>> = {
  'start-an-agency': startAnAgency,
  'load-a-file': loadAFile,
  'work-unpaid-and-lost': workUnpaidAndLost,
  commissions,
  'pay-agents': payAgents,
  'pay-a-month': payAMonth,
  'load-plans': loadPlans,
  'apply-for-coverage': applyForCoverage,
  'enroll-a-family': enrollAFamily,
  'administer-rights': administerRights,
}
