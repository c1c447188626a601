import type { CsrVariant } from '@coverdesk/domain/eligibility/csr-variants.ts'
import { showCsr } from '@coverdesk/domain/plans/plan-price.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'

/** Says that Silver is the better deal for a household whose cost sharing it reduces by much; nothing for others. */
export function SilverNotice({ csr }: { csr: CsrVariant | null }) {
  if (csr !== 'CSR87' && csr !== 'CSR94') return null
  return (
    <NoticeLine tone="blue">
      Silver is the better deal for this household: only Silver plans have its lower deductible and copays (
      {showCsr(csr)}).
    </NoticeLine>
  )
}
