import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { actionRules, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { mayReadReceived } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import {
  alertDays,
  type Home,
  type HomeGroup,
  type HomeGroupOf,
  maxHomeRows,
} from '@coverdesk/domain/home/home-contract.ts'
import type { ConversationRow } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { mayReadAnyNotes } from '@coverdesk/domain/notes/noted-kinds.ts'
import { mayRunPay } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { mayDecidePto } from '@coverdesk/domain/pto/pto-contract.ts'
import { ptoStatuses } from '@coverdesk/domain/pto/pto-rules.ts'
import { mayAssignUnpaid, noAgent } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { type UnpaidVariant, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { mayReadVariances } from '@coverdesk/domain/variances/variance-contract.ts'
import { alertList } from '../alerts/alert-list.ts'
import { conversationList } from '../marketing/list-conversations.ts'
import { dueFollowUps } from '../notes/follow-ups.ts'
import type { NotedRecords } from '../notes/noted-records.ts'
import { payAgentsOf } from '../platform/auth/pay-readers.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { countList } from '../platform/lists/count-list.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { sumList } from '../platform/lists/list-sums.ts'
import { ptoList } from '../pto/pto-list.ts'
import { ptoVisibility } from '../pto/pto-queries.ts'
import { agentsParameter, earnersOf, sumAtStake, unpaidList } from '../unpaid/unpaid-list.ts'
import { monthToClose, receivedMonths, variancesByDeadline } from './home-money.ts'
import { agentExpiries, carrierLoads, ownExpiries, waitingApprovals } from './home-queries.ts'

const { Policies, Administration } = sectionRules
const firstRows = { pageNumber: 1, pageSize: maxHomeRows } as const

/** The user's day: each total is the total of the list that the section links to, with the same filters and visibility. */
export async function readHome(call: SignedInCall, records: NotedRecords): Promise<Home> {
  const { db, user, now, services } = call
  const today = todayIn(now)
  const may = (allow: string) => mayPass(allow, user)
  const [groups, approvals, alerts, loads, toClose, received] = await Promise.all([
    readGroups(call, today, records),
    waitingApprovals(db, user, { now, org: services.config.org }),
    may(actionRules.readsAlerts) ? recentAlerts(call, today) : null,
    may(Administration.links['Upload Files']) ? carrierLoads(db, today) : null,
    may(mayRunPay) ? monthToClose(db, today) : null,
    may(mayReadReceived) ? receivedMonths(db, user, today) : null,
  ])
  return { today, groups, approvals, alerts, loads, monthToClose: toClose, received }
}

async function recentAlerts({ db }: SignedInCall, today: string): Promise<NonNullable<Home['alerts']>> {
  const from = plusDays(today, 1 - alertDays)
  return { total: await countList(db, alertList, { ...firstRows, from }, { all: true }), from }
}

async function readGroups(call: SignedInCall, today: string, records: NotedRecords): Promise<HomeGroup[]> {
  const { db, user } = call
  const may = (allow: string) => mayPass(allow, user)
  const { ownAgentId } = user
  const groups = await Promise.all([
    ownAgentId !== null && may(Policies.links['Unpaid Policies']) ? policyGroup(call, 'unpaid', ownAgentId) : null,
    ownAgentId !== null && may(Policies.links.Lost) ? policyGroup(call, 'lost', ownAgentId) : null,
    may(mayAssignUnpaid) ? policyGroup(call, 'unpaid', noAgent) : null,
    may(mayAssignUnpaid) ? policyGroup(call, 'lost', noAgent) : null,
    may(mayReadVariances) ? variancesByDeadline(db, user.visibility('Statement'), today) : null,
    may(mayReadAnyNotes) ? dueFollowUps(call.db, call.user, { today, records }) : null,
    may(actionRules.converses) ? unreadGroup(call) : null,
    may(mayDecidePto) ? timeOffGroup(call) : null,
    may(Administration.links['Agent Manage'])
      ? agentExpiries(db, today)
      : ownAgentId === null
        ? null
        : ownExpiries(db, ownAgentId, today),
  ])
  return groups.filter((group) => group !== null)
}

async function policyGroup({ db, user }: SignedInCall, variant: UnpaidVariant, agentId: number): Promise<HomeGroup> {
  const request = { ...firstRows, agentId, done: 'no' }
  const payAgents = payAgentsOf(user)
  const list = unpaidList(variant, {}, payAgents)
  const visibility = user.visibility('Policy')
  const [page, { atStake }] = await Promise.all([
    listPage(db, list, request, visibility, agentsParameter(payAgents)),
    sumList(db, list, { atStake: sumAtStake(payAgents) }, { ...request, ...earnersOf(payAgents) }, visibility),
  ])
  const { data, totalRecords } = JSON.parse(page.text)
  return {
    kind: variantOf[variant].entity,
    of: agentId === noAgent ? 'none' : 'me',
    total: totalRecords,
    atStake,
    data,
  }
}

async function unreadGroup({ db, user }: SignedInCall): Promise<HomeGroupOf<'conversation'>> {
  const request = { ...firstRows, unreadFor: user.id }
  const page = await listPage(db, conversationList, request, user.visibility('Customer'), user.id)
  const { data, totalRecords }: { data: ConversationRow[]; totalRecords: number } = JSON.parse(page.text)
  return { kind: 'conversation', total: totalRecords, data: data.map((row) => ({ id: row.contactId, ...row })) }
}

async function timeOffGroup({ db, user }: SignedInCall): Promise<HomeGroupOf<'pto'>> {
  const request = { ...firstRows, statusId: ptoStatuses.Requested }
  const page = await listPage(db, ptoList, request, ptoVisibility(user))
  const { data, totalRecords } = JSON.parse(page.text)
  return { kind: 'pto', total: totalRecords, data }
}
