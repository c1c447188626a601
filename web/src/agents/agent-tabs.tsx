import type { AgentDetail } from '@coverdesk/domain/agents/agent-contract.ts'
import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { type FieldErrors, useFormState, useWatch } from 'react-hook-form'
import type { AgentChoices } from './agent-choices.ts'
import { AgentDetailFields } from './agent-detail-fields.tsx'
import type { AgentForm } from './agent-form.ts'
import { AgentHistory } from './agent-history.tsx'
import { AgentRates } from './agent-rates.tsx'
import css from './agents.module.css'
import { AppointmentFields } from './appointment-fields.tsx'
import { LicenseFields } from './license-fields.tsx'

export type AgentTab = 'details' | 'licenses' | 'appointments' | 'rates' | 'history'

/** Tab of the first field with an error. */
export function tabOfError(errors: FieldErrors<AgentForm>): AgentTab {
  const names = Object.keys(errors)
  if (names.some((name) => name !== 'licenses' && name !== 'appointments')) return 'details'
  return names.includes('licenses') ? 'licenses' : 'appointments'
}

interface Props {
  tab: AgentTab
  onTab(tab: AgentTab): void
  /** The agent being edited; undefined in Create mode. */
  agent: AgentDetail | undefined
  choices: AgentChoices
  canSeeRates: boolean
}

/** Tabs of the agent form; all are saved together. */
export function AgentTabs({ tab, onTab, agent, choices, canSeeRates }: Props) {
  const [licenses, appointments] = useWatch<AgentForm, ['licenses', 'appointments']>({
    name: ['licenses', 'appointments'],
  })
  const { errors } = useFormState<AgentForm>()
  const label = (text: string, count: number | undefined, wrong: boolean) => (
    <span className={css.tabLabel} data-wrong={wrong || undefined}>
      {text}
      {count ? <span className={css.tabCount}>{count}</span> : null}
    </span>
  )
  return (
    <Tabs
      value={tab}
      onChange={(value) => onTab(tabs.find((name) => name === value) ?? 'details')}
      classNames={{ list: css.tabs, tab: css.tab }}
      keepMounted
    >
      <Tabs.List aria-label="Parts of the agent">
        <Tabs.Tab value="details">
          {label('Details', undefined, tabOfError(errors) === 'details' && hasAny(errors))}
        </Tabs.Tab>
        <Tabs.Tab value="licenses">{label('Licenses', licenses?.length, Boolean(errors.licenses))}</Tabs.Tab>
        <Tabs.Tab value="appointments">
          {label('Appointments', appointments?.length, Boolean(errors.appointments))}
        </Tabs.Tab>
        {canSeeRates ? <Tabs.Tab value="rates">Rates</Tabs.Tab> : null}
        {agent ? <Tabs.Tab value="history">History</Tabs.Tab> : null}
      </Tabs.List>
      <Tabs.Panel value="details" className={css.panel}>
        <AgentDetailFields choices={choices} agent={agent} />
      </Tabs.Panel>
      <Tabs.Panel value="licenses" className={css.panel}>
        <LicenseFields />
      </Tabs.Panel>
      <Tabs.Panel value="appointments" className={css.panel}>
        <AppointmentFields names={agent?.appointments ?? []} />
      </Tabs.Panel>
      {canSeeRates && agent ? (
        <Tabs.Panel value="rates" className={css.panel}>
          {tab === 'rates' ? <AgentRates agentId={agent.id} /> : null}
        </Tabs.Panel>
      ) : null}
      {agent ? (
        <Tabs.Panel value="history" className={css.panel}>
          {tab === 'history' ? <AgentHistory agentId={agent.id} /> : null}
        </Tabs.Panel>
      ) : null}
    </Tabs>
  )
}

const tabs = ['details', 'licenses', 'appointments', 'rates', 'history'] as const

function hasAny(errors: object): boolean {
  return Object.keys(errors).some((name) => name !== 'root')
}
