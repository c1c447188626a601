import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { CloseButton, Modal, Tooltip } from '@mantine/core'
import { IconArrowsDiagonal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/paths.ts'
import { ask } from '../platform/query.ts'
import '../ui/overlay-styles.ts'
import { usePhone } from '../ui/use-phone.ts'
import css from './policy-detail.module.css'
import { PolicyDetailBody } from './policy-detail.tsx'
import { PolicyHeader } from './policy-header.tsx'
import { PolicySteps } from './policy-steps.tsx'

interface PolicyModalProps {
  /** The policy to show; without it the modal is closed. */
  id: number | undefined
  /** Goes on to another policy of the list. */
  onShow(id: number): void
  onClose(): void
}

/** The detail of a policy over the list (POLICY-07). */
export function PolicyModal({ id, onShow, onClose }: PolicyModalProps) {
  const phone = usePhone()
  return (
    <Modal
      opened={id !== undefined}
      onClose={onClose}
      withCloseButton={false}
      size={1180}
      padding={0}
      centered
      fullScreen={phone}
      classNames={{ content: css.modal, body: css.modalBody }}
    >
      {id === undefined ? null : <Opened id={id} onShow={onShow} onClose={onClose} />}
    </Modal>
  )
}

function Opened({ id, onShow, onClose }: PolicyModalProps & { id: number }) {
  const { data, isError } = useQuery(ask(policies.detail, { id }))
  const policy = data ?? (isError ? null : undefined)
  return (
    <>
      <PolicyHeader policy={policy} heading={Modal.Title}>
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
