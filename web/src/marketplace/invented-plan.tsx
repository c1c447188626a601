import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'

const texts: Record<MessageLanguage, string> = {
  en: 'Invented plan for practice',
  es: 'Plan inventado para practicar',
}

/** Says that a plan, or the policy in it, is the built-in sandbox's and insures no one. */
export function InventedPlan({ language }: { language: MessageLanguage }) {
  return <StatusPill tone="amber">{texts[language]}</StatusPill>
}

/** The same for a plan that was chosen before, once the catalogue says so. */
export function InventedChoice({
  planId,
  year,
  language,
}: {
  planId: string
  year?: number
  language: MessageLanguage
}) {
  const { data } = useQuery(apiQuery(plans.one, { planId, ...(year && { year }) }))
  return data?.invented ? <InventedPlan language={language} /> : null
}
