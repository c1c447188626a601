import { Id } from '@coverdesk/domain/platform/page.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { paths } from '../../platform/address/paths.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { useBrandTitle } from '../../platform/page/brand-title.ts'
import { BackButton } from '../../ui/page/back-button.tsx'
import { insuredName } from '../policy-columns.tsx'
import css from './policy-detail.module.css'
import { NoPolicy, PolicyDetailBody } from './policy-detail.tsx'
import { PolicyHeader } from './policy-header.tsx'
import { PolicySteps } from './policy-steps.tsx'

/** /portal/policies/{id}: policy details as a page (POLICY-10, A-015). */
export function PolicyPage() {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const id = Id.safeParse(params.id).data
  return id === undefined ? <WrongAddress /> : <OnePolicy id={id} />
}

function OnePolicy({ id }: { id: number }) {
  const navigate = useNavigate()
  const { data, isError } = useQuery(apiQuery(policies.detail, { id }))
  const policy = data ?? (isError ? null : undefined)
  useBrandTitle(data && `${insuredName(data)}, ${data.policyNumber}`)
  const show = (other: number) => void navigate({ to: paths.policy(other), replace: true })
  return (
    <div className={css.page}>
      <PolicyHeader policy={policy} heading="h1" leading={<BackButton to={paths.policies} />}>
        <PolicySteps id={id} onShow={show} />
      </PolicyHeader>
      <PolicyDetailBody id={id} />
    </div>
  )
}

function WrongAddress() {
  return (
    <div className={css.page}>
      <PolicyHeader policy={null} heading="h1" leading={<BackButton to={paths.policies} />} />
      <NoPolicy />
    </div>
  )
}
