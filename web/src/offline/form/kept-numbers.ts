import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { OfflineDetail } from '@coverdesk/domain/offline/offline-contract.ts'
import type { OfflineCorrection, OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { createContext, useContext } from 'react'
import { useWatch } from 'react-hook-form'

/** Application that the form corrects; null for a new one. */
export const CorrectedContext = createContext<OfflineDetail | null>(null)

/** Application that the form corrects. The sections show which numbers it keeps, as answers have their last digits only. */
export const useCorrected = () => useContext(CorrectedContext)

/** Last four digits of a member's stored number; null in a new application, for a new member and without a number. */
export function useKeptSsnOf(index: number): string | null {
  const corrected = useCorrected()
  const member = useWatch<OfflineTyped, `offlineAppMembers.${number}`>({ name: `offlineAppMembers.${index}` })
  const id = member && 'id' in member ? member.id : undefined
  return corrected?.offlineAppMembers.find((stored) => stored.id === id)?.ssnLast4 ?? null
}

/** Help at a field whose stored number stays while the field is empty. */
export const keepsNumber = (last4: string | null | undefined) =>
  last4 ? `Leave empty to keep the number ending ${last4}` : undefined

/** Form values of a stored application: its numbers are empty. */
export function correctionOf(application: OfflineDetail): OfflineCorrection {
  const { sourceId, totalMembers, cardExpDate, offlineAppMembers, typeOfIncome } = application
  return {
    sourceId: sourceId === null ? '' : String(sourceId),
    first_time_on_marketplace: application.first_time_on_marketplace,
    firstName: application.firstName,
    middleName: application.middleName,
    lastName: application.lastName,
    dob: application.dob,
    sex: application.sex,
    ssn: '',
    apply: application.apply,
    migratoryStatus: application.migratoryStatus,
    phone: showPhone(application.phone),
    email: application.email,
    language: application.language,
    address: application.address,
    zipCode: application.zipCode,
    city: application.city,
    state: application.state,
    married: application.married,
    totalMembers: totalMembers === null ? '' : String(totalMembers),
    annualHouseholdIncome: application.annualHouseholdIncome ?? '',
    accountingServiceRequested: application.accountingServiceRequested,
    typeOfIncome: typeOfIncome ?? '',
    annualIncome: application.annualIncome ?? '',
    employerName: application.employerName,
    employerPhone: showPhone(application.employerPhone ?? ''),
    planSelected: application.planSelected,
    monthlyPayment: application.monthlyPayment ?? '',
    cardNumber: '',
    cardExpDate: cardExpDate ?? '',
    cardCvv: '',
    cardFirstName: application.cardFirstName,
    cardMiddleName: application.cardMiddleName,
    cardLastName: application.cardLastName,
    offlineAppMembers: offlineAppMembers.map((member) => ({
      id: member.id,
      relation: member.relation,
      firstName: member.firstName,
      middleName: member.middleName,
      lastName: member.lastName,
      dob: member.dob,
      sex: member.sex,
      ssn: '',
      apply: member.apply,
      migratoryStatus: member.migratoryStatus ?? '',
      typeOfIncome: member.typeOfIncome ?? '',
      annualIncome: member.annualIncome ?? '',
      employerName: member.employerName,
      employerPhone: showPhone(member.employerPhone ?? ''),
    })),
  }
}
