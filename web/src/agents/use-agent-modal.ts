import { type AgentDetail, agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { call } from '../platform/call.ts'
import { keyOf } from '../platform/query.ts'
import { type AgentAddress, pageInAddress } from './agent-address.ts'

type Change = (
  values: { dialog: AgentAddress['dialog']; agent: number | undefined; pageNumber: number | undefined },
  options?: { replace: boolean },
) => unknown

/**
 * Opens the modal over the list by the address, so that it can be linked and Back closes it; `close` goes back where it
 * was opened from, or takes it out of the address that somebody came with.
 */
export function useAgentModal(address: AgentAddress, change: Change) {
  const pageNumber = pageInAddress(address)
  const { history } = useRouter()
  const openedHere = useRef(false)
  const open = useCallback(
    (dialog: 'new' | 'edit', agent?: number) => {
      openedHere.current = true
      change({ dialog, agent, pageNumber })
    },
    [change, pageNumber],
  )
  const close = () => {
    if (openedHere.current) history.back()
    else change({ dialog: undefined, agent: undefined, pageNumber }, { replace: true })
    openedHere.current = false
  }
  return { open, close }
}

/** The modal that is open, or fading out with what it showed; `nth` counts the openings. */
export interface Opening {
  dialog: 'new' | 'edit'
  agent: number | undefined
  nth: number
  opened: boolean
}

export function useOpening({ dialog, agent }: AgentAddress): Opening {
  const [held, setHeld] = useState<Opening>({ dialog: dialog ?? 'new', agent, nth: 0, opened: false })
  const opened = dialog !== undefined
  if (opened !== held.opened || (opened && (dialog !== held.dialog || agent !== held.agent))) {
    const next = opened ? { dialog, agent, nth: held.nth + 1, opened } : { ...held, opened }
    setHeld(next)
    return next
  }
  return held
}

/** The agent of the modal, asked anew each time it opens, and not again under the person's hands. */
export function useAgentOf({ dialog, agent, nth }: Opening) {
  const id = agent ?? 0
  const { data, failureReason, refetch } = useQuery<AgentDetail>({
    queryKey: keyOf(agents.one, { id }, nth),
    queryFn: ({ signal }) => call(agents.one, { id }, signal),
    enabled: dialog === 'edit' && agent !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const reload = async () => (await refetch()).data
  return { agent: dialog === 'edit' ? data : undefined, failure: data ? null : failureReason, reload }
}
