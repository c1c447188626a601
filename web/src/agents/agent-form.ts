import { type AgentDetail, AgentInput } from '@coverdesk/domain/agents/agent-contract.ts'
import { licenseLines } from '@coverdesk/domain/agents/agent-credentials.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { z } from 'zod'
import type { Choice } from '../ui/choices/choice.ts'
import type { FieldLabels } from '../ui/form/edit-conflict.tsx'
import type { AgentChoices } from './agent-choices.ts'

/** License in the form; '' for unset fields. */
export interface LicenseForm {
  id?: number | undefined
  state: string
  number: string
  line: (typeof licenseLines)[number]
  effective: string
  expiry: string
}
export interface AppointmentForm {
  id?: number | undefined
  carrierId: number | ''
  state: string
  number: string
  effective: string
  expiry: string
  terminated: string
}

/** Values of the agent form (AGENT-07). */
export type AgentForm = {
  firstName: string
  middleName: string
  lastName: string
  loginEmail: string
  phone: string
  npn: string
  locationId: number | ''
  agentTypeId: number | ''
  statusId: number | ''
  licenses: LicenseForm[]
  appointments: AppointmentForm[]
}

/** Initial values of New Agent (AGENT-05); without a status an agent is active. */
export const emptyAgent: AgentForm = {
  firstName: '',
  middleName: '',
  lastName: '',
  loginEmail: '',
  phone: '',
  npn: '',
  locationId: '',
  agentTypeId: '',
  statusId: '',
  licenses: [],
  appointments: [],
}

/** Form values of an existing agent (AGENT-06). */
export function agentForm(agent: AgentDetail): AgentForm {
  const { firstName, middleName, lastName } = agent.contact
  return {
    firstName,
    middleName,
    lastName,
    loginEmail: agent.loginEmail,
    phone: showPhone(agent.phone),
    npn: agent.npn ?? '',
    statusId: agent.statusId,
    locationId: agent.locationId ?? '',
    agentTypeId: agent.agentTypeId ?? '',
    licenses: agent.licenses.map((license) => ({ ...license, expiry: license.expiry ?? '' })),
    appointments: agent.appointments.map(({ carrierName: _, ...appointment }) => ({
      ...appointment,
      expiry: appointment.expiry ?? '',
      terminated: appointment.terminated ?? '',
    })),
  }
}

/** Converts form values to the call's input; validation messages are attached to their fields. */
export const AgentFormSchema = z.custom<AgentForm>().transform((form, context) => {
  const { firstName, middleName, lastName, ...rest } = form
  const call = AgentInput.safeParse({ ...rest, contact: { firstName, middleName, lastName } })
  if (call.success) return call.data
  for (const { path, message } of call.error.issues)
    context.addIssue({ code: 'custom', path: path[0] === 'contact' ? path.slice(1) : path, message })
  return z.NEVER
})

export const lineChoices: readonly Choice[] = licenseLines.map((line) => ({ value: line, label: line }))

/** Labels and formats of the fields in an edit conflict. */
export function agentWords(choices: AgentChoices): FieldLabels<AgentForm> {
  const nameIn = (list: readonly Choice[]) => (value: number | '') =>
    list.find((choice) => choice.value === String(value))?.label ?? ''
  return {
    firstName: 'First name',
    middleName: 'Middle name',
    lastName: 'Last name',
    loginEmail: 'Login email',
    phone: 'Phone',
    npn: 'NPN',
    locationId: { label: 'Location', show: nameIn(choices.locations) },
    agentTypeId: { label: 'Agent type', show: nameIn(choices.types) },
    statusId: { label: 'Status', show: nameIn(choices.statuses) },
    licenses: {
      label: 'Licenses',
      show: (all) =>
        all
          .map((license) => `${license.state} ${license.number} until ${showDate(license.expiry) || 'further notice'}`)
          .join(', '),
    },
    appointments: {
      label: 'Appointments',
      show: (all) =>
        all
          .map((appointment) => `${appointment.state} ${appointment.number} from ${showDate(appointment.effective)}`)
          .join(', '),
    },
  }
}
