import type { CsrVariant } from '@coverdesk/domain/eligibility/csr-variants.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { usePlanTexts } from '../plan-texts.ts'
import css from '../source-notice.module.css'

/** Says that Silver is the better deal for a household whose cost sharing it reduces by much; nothing for others. */
export function SilverNotice({ csr }: { csr: CsrVariant | null }) {
  const texts = usePlanTexts()
  if (csr !== 'CSR87' && csr !== 'CSR94') return null
  return (
    <div className={css.notice}>
      <NoticeLine tone="blue">{texts.silver(texts.csr(csr))}</NoticeLine>
    </div>
  )
}
