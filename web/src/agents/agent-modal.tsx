import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { type ReactNode, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { useOpening } from '../platform/address/address-dialog.ts'
import { useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { useEditConflict } from '../ui/form/edit-conflict.tsx'
import { failureAtField } from '../ui/form/failure-at-field.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import type { AgentAddress } from './agent-address.ts'
import { useAgentChoices } from './agent-choices.ts'
import { type AgentForm, AgentFormSchema, agentForm, agentWords, emptyAgent } from './agent-form.ts'
import { type AgentTab, AgentTabs, tabOfError } from './agent-tabs.tsx'
import css from './agents.module.css'
import { useDialogAgent } from './use-dialog-agent.ts'

interface Props {
  address: AgentAddress
  onClose(): void
  onSaved(id: number): void
  /** Closes the dialog, too. */
  onCreated(id: number): void
}

/** New Agent and Edit Agent (AGENT-05 to AGENT-13). */
export function AgentModal({ address, onClose, onSaved, onCreated }: Props) {
  const opening = useOpening(address.dialog, address.agent)
  const { agent, failure, reload } = useDialogAgent(opening)
  const choices = useAgentChoices()
  const save = useSend(agents.save, { refreshes: [agents.list] })
  const [tab, setTab] = useState<{ nth: number; tab: AgentTab }>({ nth: 0, tab: 'details' })
  const shown = tab.nth === opening.nth ? tab.tab : 'details'
  const show = (next: AgentTab) => setTab({ nth: opening.nth, tab: next })
  const editConflict = useEditConflict<AgentForm>({
    what: 'agent',
    onReload: reload,
    merge: {
      reload: async () => {
        const fresh = await reload()
        return fresh && agentForm(fresh)
      },
      fields: agentWords(choices),
    },
  })
  const creates = opening.dialog !== 'edit'
  const canSeeRates = useHasAccess('administrator view.AgentRate')
  const close = () => {
    editConflict.forget()
    onClose()
  }
  return (
    <FormModal<AgentForm, typeof AgentFormSchema._output>
      opened={opening.opened}
      onClose={close}
      title={creates ? 'New Agent' : agent ? `Edit Agent: ${agent.name}` : 'Edit Agent'}
      width={1040}
      placeholder={creates ? null : placeholderFor(opening.id, agent !== undefined, failure, () => void reload())}
      formKey={`${opening.nth} ${editConflict.round}`}
      schema={AgentFormSchema}
      values={agent ? agentForm(agent) : emptyAgent}
      submit={creates ? 'Create' : 'Update'}
      draftKey={creates ? 'agent:new' : `agent:${opening.id}`}
      notice={editConflict.shown}
      onInvalid={(errors) => {
        show(tabOfError(errors))
        toasts.error('Validation failed, form errors!')
      }}
      onSubmit={async (typed) => {
        try {
          const saved = await save.mutateAsync(agent ? { ...typed, id: agent.id, version: agent.version } : typed)
          toasts.success('Form submitted successfully')
          if (agent) {
            close()
            onSaved(saved.id)
          } else {
            editConflict.forget()
            onCreated(saved.id)
          }
        } catch (error) {
          const failure = await editConflict.notice(error)
          toasts.failure('Form submission error', failure)
          const placed = failureAtField(
            failureAtField(failure, 'agent.email_taken', 'loginEmail'),
            'agent.npn_taken',
            'npn',
          )
          if (placed !== failure) show('details')
          throw placed
        }
      }}
    >
      <AgentTabs tab={shown} onTab={show} agent={agent} choices={choices} canSeeRates={!creates && canSeeRates} />
    </FormModal>
  )
}

function placeholderFor(
  id: number | undefined,
  isLoaded: boolean,
  failure: Error | null,
  retry: () => void,
): ReactNode {
  if (id === undefined)
    return <EmptyState title="No agent selected." why="Close this and select an agent in the list." />
  if (isLoaded) return null
  if (failure) return <FailedState title="Agent Not Loaded" why={failureMessage(failure)} retry={retry} />
  return (
    <div className={css.skeleton} role="status" aria-label="Loading the agent">
      {[44, 72, 60, 80, 52].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} height={18} />
      ))}
    </div>
  )
}
