import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { CloseButton, ModalTitle, Tooltip } from '@mantine/core'
import { IconArrowsDiagonal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../platform/address/paths.ts'
import { apiQuery } from '../../platform/api/query.ts'
import css from './policy-detail.module.css'
import { PolicyDetailBody } from './policy-detail.tsx'
import { PolicyHeader } from './policy-header.tsx'
import { PolicySteps } from './policy-steps.tsx'

interface PolicyModalContentProps {
  id: number
  onShow(id: number): void
  onClose(): void
}

/** Content of the policy modal; loaded when it first opens. */
export function PolicyModalContent({ id, onShow, onClose }: PolicyModalContentProps) {
  const { data, isError } = useQuery(apiQuery(policies.detail, { id }))
  const policy = data ?? (isError ? null : undefined)
  return (
    <>
      <PolicyHeader policy={policy} heading={ModalTitle}>
        <PolicySteps id={id} onShow={onShow} />
        <Tooltip label="Open as a page">
          <Link to={paths.policy(id)} className={css.iconButton} aria-label="Open as a page">
            <IconArrowsDiagonal size={16} stroke={1.75} aria-hidden />
          </Link>
        </Tooltip>
        <CloseButton onClick={onClose} data-autofocus />
      </PolicyHeader>
      <PolicyDetailBody id={id} />
    </>
  )
}
