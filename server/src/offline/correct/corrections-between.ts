import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { type FieldChange, fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { OfflineDetail, OfflineMemberDetail } from '@coverdesk/domain/offline/offline-contract.ts'
import {
  incomeWords,
  fieldLabels as labels,
  languageWords,
  migratoryWords,
  relationWords,
  sexWords,
} from '@coverdesk/domain/offline/offline-labels.ts'

/** Changed fields between two states of an application and its members, as the history shows them; without the numbers. */
export function correctionsBetween(before: OfflineDetail, after: OfflineDetail): FieldChange[] {
  const stay = new Map(after.offlineAppMembers.map((member) => [member.id, member]))
  const known = new Set(before.offlineAppMembers.map(({ id }) => id))
  return [
    ...fieldChanges(applicationLabels, inWords(before), inWords(after)),
    ...before.offlineAppMembers.flatMap((member): FieldChange[] => {
      const now = stay.get(member.id)
      if (!now) return [{ field: 'Member', old: nameOf(member), new: null }]
      const changes = fieldChanges(memberLabels, memberInWords(member), memberInWords(now))
      return changes.map((change) => ({ ...change, field: `${member.firstName}: ${change.field}` }))
    }),
    ...after.offlineAppMembers
      .filter(({ id }) => !known.has(id))
      .map((member) => ({ field: 'Member', old: null, new: nameOf(member) })),
  ]
}

const { ssn: _ssn, cardNumber: _number, cardCvv: _cvv, note: _note, relation: _relation, sourceId, ...others } = labels
const applicationLabels = { ...others, source: sourceId }
const memberLabels = {
  relation: labels.relation,
  firstName: labels.firstName,
  middleName: labels.middleName,
  lastName: labels.lastName,
  dob: labels.dob,
  sex: labels.sex,
  apply: labels.apply,
  migratoryStatus: labels.migratoryStatus,
  typeOfIncome: labels.typeOfIncome,
  annualIncome: labels.annualIncome,
  employerName: labels.employerName,
  employerPhone: labels.employerPhone,
}

const wordOf = (words: Record<string, string>, code: string | null) => (code === null ? null : (words[code] ?? code))
const nameOf = ({ firstName, lastName, relation }: OfflineMemberDetail) =>
  `${firstName} ${lastName} (${wordOf(relationWords, relation)})`

function codesInWords(of: Pick<OfflineDetail, 'dob' | 'sex' | 'typeOfIncome'> & { migratoryStatus: string | null }) {
  return {
    dob: showDate(of.dob),
    sex: wordOf(sexWords, of.sex),
    migratoryStatus: wordOf(migratoryWords, of.migratoryStatus),
    typeOfIncome: wordOf(incomeWords, of.typeOfIncome),
  }
}

function inWords({ offlineAppMembers: _members, againstAgent: _against, ...application }: OfflineDetail) {
  return { ...application, ...codesInWords(application), language: wordOf(languageWords, application.language) }
}

function memberInWords(member: OfflineMemberDetail) {
  return { ...member, ...codesInWords(member), relation: wordOf(relationWords, member.relation) }
}
