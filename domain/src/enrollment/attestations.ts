import type { MessageLanguage } from '../messages/message-kinds.ts'

/** Statements to attest to before an enrollment is sent, as shown and stored (ENROLL-10, A-094). */
export const attestations = {
  income_tax: 'I will file a federal income tax return for the coverage year.',
  married: 'If I am married, I will file jointly with my spouse.',
  dependent: 'No one else will claim me as a dependent.',
  household: 'The household information is correct and I will claim the listed dependents.',
} as const
export type Attestation = keyof typeof attestations

export const attestationNames = Object.keys(attestations) as Attestation[]

/** The statements in the languages of clients. */
export const attestationTexts: Readonly<Record<MessageLanguage, Readonly<Record<Attestation, string>>>> = {
  en: attestations,
  es: {
    income_tax: 'Presentaré una declaración federal de impuestos sobre los ingresos por el año de la cobertura.',
    married: 'Si tengo cónyuge, presentaré una declaración conjunta.',
    dependent: 'Nadie más me declarará como dependiente.',
    household: 'La información del hogar es correcta y declararé a los dependientes que se indican.',
  },
}

/** Whether all four are ticked; an enrollment needs all of them (ENROLL-11). */
export function allAttested(ticked: Partial<Record<Attestation, boolean>>): boolean {
  return attestationNames.every((name) => ticked[name] === true)
}
