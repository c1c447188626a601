import { Id } from '@coverdesk/domain/platform/page.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useBrand } from '../platform/brand.ts'
import { paths } from '../platform/paths.ts'
import { ask } from '../platform/query.ts'
import { classNames } from '../ui/class-names.ts'
import { insuredName } from './policy-columns.tsx'
import css from './policy-detail.module.css'
import { NoPolicy, PolicyDetailBody } from './policy-detail.tsx'
import { PolicyHeader } from './policy-header.tsx'
import { PolicySteps } from './policy-steps.tsx'

/** /portal/policies/{id}: the detail of a policy as a page of its own (POLICY-10, A-015). */
export function PolicyPage() {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const id = Id.safeParse(params.id).data
  return id === undefined ? <WrongAddress /> : <OnePolicy id={id} />
}

function OnePolicy({ id }: { id: number }) {
  const navigate = useNavigate()
  const { data, isError } = useQuery(ask(policies.detail, { id }))
  const policy = data ?? (isError ? null : undefined)
  useTitle(data && `${insuredName(data)}, ${data.policyNumber}`)
  const show = (other: number) => void navigate({ to: paths.policy(other), replace: true })
  return (
    <div className={css.page}>
      <PolicyHeader policy={policy} heading="h1" leading={<Back />}>
        <PolicySteps id={id} onShow={show} />
      </PolicyHeader>
      <PolicyDetailBody id={id} />
    </div>
  )
}

function WrongAddress() {
  return (
    <div className={css.page}>
      <PolicyHeader policy={null} heading="h1" leading={<Back />} />
      <NoPolicy />
    </div>
  )
}

/** Back to where the person came from; to the list for somebody who came by the address. */
function Back() {
  const { history } = useRouter()
  const navigate = useNavigate()
  const back = () => (history.canGoBack() ? history.back() : void navigate({ to: paths.policies }))
  return (
    <button type="button" className={classNames(css.iconButton, css.back)} aria-label="Back" onClick={back}>
      <IconArrowLeft size={18} stroke={1.75} aria-hidden />
    </button>
  )
}

/**
 * Names the window after the policy once it is known; until then it is called after the screen. A moment later than the
 * frame, which names it after the screen when both are painted at once.
 */
function useTitle(name: string | undefined) {
  const brand = useBrand()
  useEffect(() => {
    if (!name) return
    const later = setTimeout(() => {
      document.title = `${name} · ${brand.name}`
    })
    return () => clearTimeout(later)
  }, [name, brand.name])
}
