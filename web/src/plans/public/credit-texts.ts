import type { ValueSource } from '@coverdesk/domain/eligibility/value-sources.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

const en = {
  tables: {
    contribution: 'table of expected contributions',
    poverty: 'poverty guidelines',
    employer: 'percentage for offers of coverage at work',
  },
  selectPeople: 'Select who needs a plan to see premiums.',
  noIncome: 'Premiums are before any tax credit. Add your income to see an estimate.',
  missing: (table: string, tableYear: number, year: number) =>
    `The federal ${table} for ${tableYear} isn't available, so a tax credit for ${year} can't be estimated. Premiums are before any tax credit.`,
  notVerified: (from: number, source: string) =>
    `For coverage from ${from} on there is no tax credit before the marketplace has verified your income, family, address and status (${source}), so none is promised here. Premiums are before any tax credit.`,
  income: (percent: string) => `Your income is about ${percent}% of the poverty line.`,
  noBenchmark: (unknownPlans: string) => `${unknownPlans}, so your tax credit can't be estimated.`,
  unreadBenchmark:
    "A silver plan of the marketplace can't be read here, so the benchmark plan isn't known and your tax credit can't be estimated. The marketplace computes it when you apply.",
  belowPoverty: (state: string) =>
    `Below 100% there is usually no tax credit, and Medicaid in ${state} may not cover adults at this income. Apply anyway: the marketplace checks both.`,
  noEligibleMember: 'The people who need a plan may get other coverage, so there is no tax credit.',
  noOneEligible: 'Of the people who need a plan, no one has a tax credit. Each reason is below.',
  ownPlan:
    'in most states a child needs their own plan from age 26 on. Leave them out here, and look for their plan separately.',
  aboveLimit: 'Above 400% there is no tax credit.',
  coveredByContribution: (contribution: string) =>
    `The benchmark plan costs at most the ${contribution} a month that you are expected to pay, so there is no tax credit.`,
  credit: (credit: string) =>
    `Your estimated tax credit is ${credit} a month. The marketplace makes the final decision.`,
  noPlansIn: (county: string, state: string) => `We have no plans for ${county}, ${state}`,
  noPlansHere: 'We have no plans for this place',
  soldAt: (name: string, site: string) => `Plans there are sold at ${name} (${site})`,
  openSite: (site: string) => `Open ${site}`,
  program: (program: string) => `may be eligible for ${program}, so no tax credit.`,
  programUpTo: (program: string, state: string, limit: string) =>
    `may be eligible for ${program}: in ${state} up to ${limit}% of the poverty line`,
  limitsOf: (year: number) => ` (limits of ${year})`,
  doubt: ", a limit that isn't confirmed by a second source",
  affordableOffer: (limit: string) =>
    `the offer of coverage at work counts as affordable (up to ${limit}% of household income), so no tax credit.`,
  otherCoverage: 'other coverage, so no tax credit.',
  coverageGap: 'no tax credit below 100% of the poverty line.',
  status: 'a marketplace plan needs a lawful immigration status.',
  statusWithoutCredit: 'with this status a plan has no tax credit from 2027 on.',
  taxCredit: 'Tax credit',
  person: (place: number, age: string) => `person ${place} (${age === '0' ? 'under 1' : `age ${age}`})`,
  lostCsr: (people: string, csr: string) =>
    `Together with ${people}, cost sharing is standard. Without ${people}, a Silver plan has a lower deductible and lower copays for the others (${csr}). A household can enroll in separate plans.`,
  leaveOut: (count: number) =>
    count === 1 ? 'Show premiums without this person' : `Show premiums without these ${count} people`,
  how: 'How this was calculated',
  householdIncome: 'Household income per year',
  povertyLine: (count: number, year: number) => `Poverty line for ${people(count)} (guidelines of ${year})`,
  creditIncome: 'Income for the tax credit',
  ofPovertyLine: (percent: string) => `${percent}% of the poverty line`,
  medicaidIncome: 'Income for Medicaid and CHIP',
  ofPovertyLineIn: (percent: string, year: number) => `${percent}% of the poverty line of ${year}`,
  contribution: 'Expected contribution',
  noContribution: 'None: no tax credit above 400%',
  share: (share: string, source: string, amount: string) => `${share}% of income (${source}), ${amount} a month`,
  benchmark: (count: number) => `Benchmark plan for ${people(count)}`,
  benchmarkIs: (amount: string) => `${amount} a month (second lowest silver)`,
  unknown: 'Unknown',
  creditIs: (amount: string) => `${amount} a month: benchmark less contribution`,
  sourceOf: (value: string, year: number | null) => `Source: ${value}${year === null ? '' : ` ${year}`}`,
  values: {
    poverty: 'poverty guidelines',
    contribution: 'expected contributions',
    medicare: 'Medicare age',
    'adult-limit': 'Medicaid limits of adults',
    'child-limit': 'Medicaid limits of children',
    'chip-limit': 'CHIP limits',
    'pregnant-limit': 'limits during pregnancy',
    'basic-health': 'Basic Health Program',
    'employer-share': 'affordable share for coverage at work',
  } satisfies Record<ValueSource['value'], string>,
  confidences: {
    verified: 'checked against a second source',
    'one source': 'from one source only',
    'sources disagree': 'sources disagree',
    unverified: 'not verified',
  } satisfies Record<ValueSource['confidence'], string>,
}
export type CreditTexts = Translated<typeof en>

const personas = (count: number) => (count === 1 ? '1 persona' : `${count} personas`)

const es: CreditTexts = {
  tables: {
    contribution: 'la tabla federal de contribuciones esperadas',
    poverty: 'los índices federales de pobreza',
    employer: 'el porcentaje federal para ofertas de cobertura en el empleo',
  },
  selectPeople: 'Elija quién necesita un plan para ver las primas.',
  noIncome: 'Las primas son antes de cualquier crédito fiscal. Agregue sus ingresos para ver una estimación.',
  missing: (table, tableYear, year) =>
    `Todavía falta ${table} de ${tableYear}, así que no se puede estimar un crédito fiscal para ${year}. Las primas son antes de cualquier crédito fiscal.`,
  notVerified: (from, source) =>
    `Para la cobertura a partir de ${from} no hay crédito fiscal antes de que el Mercado verifique sus ingresos, su familia, su dirección y su estatus (${source}), así que aquí no se promete ninguno. Las primas son antes de cualquier crédito fiscal.`,
  income: (percent) => `Sus ingresos son cerca del ${percent}% del nivel de pobreza.`,
  noBenchmark: (unknownPlans) => `${unknownPlans}, así que no se puede estimar su crédito fiscal.`,
  unreadBenchmark:
    'Aquí no se puede leer un plan Plata del Mercado, así que no se conoce el plan de referencia ni se puede estimar su crédito fiscal. El Mercado lo calcula cuando presente la solicitud.',
  belowPoverty: (state) =>
    `Por debajo del 100% normalmente no hay crédito fiscal, y es posible que Medicaid en ${state} no cubra a adultos con estos ingresos. Presente la solicitud de todos modos: el Mercado revisa ambas cosas.`,
  noEligibleMember: 'Las personas que necesitan un plan pueden recibir otra cobertura, así que no hay crédito fiscal.',
  noOneEligible: 'Ninguna de las personas que necesitan un plan tiene crédito fiscal. Los motivos están abajo.',
  ownPlan:
    'en la mayoría de los estados hace falta un plan propio desde los 26 años. Quite aquí a esta persona y busque su plan por separado.',
  aboveLimit: 'Por encima del 400% no hay crédito fiscal.',
  coveredByContribution: (contribution) =>
    `El plan de referencia cuesta como máximo los ${contribution} al mes que se espera que usted pague, así que no hay crédito fiscal.`,
  credit: (credit) => `Su crédito fiscal estimado es de ${credit} al mes. El Mercado toma la decisión final.`,
  noPlansIn: (county, state) => `No tenemos planes para ${county}, ${state}`,
  noPlansHere: 'No tenemos planes para este lugar',
  soldAt: (name, site) => `Los planes de allí se venden en ${name} (${site})`,
  openSite: (site) => `Abrir ${site}`,
  program: (program) => `posible derecho a ${program}, así que no hay crédito fiscal.`,
  programUpTo: (program, state, limit) =>
    `posible derecho a ${program}: en ${state} hasta el ${limit}% del nivel de pobreza`,
  limitsOf: (year) => ` (límites de ${year})`,
  doubt: ', un límite que no confirma una segunda fuente',
  affordableOffer: (limit) =>
    `la oferta de cobertura en el empleo cuenta como asequible (hasta el ${limit}% de los ingresos del hogar), así que no hay crédito fiscal.`,
  otherCoverage: 'otra cobertura, así que no hay crédito fiscal.',
  coverageGap: 'no hay crédito fiscal por debajo del 100% del nivel de pobreza.',
  status: 'un plan del Mercado requiere un estatus migratorio legal.',
  statusWithoutCredit: 'con este estatus un plan no tiene crédito fiscal a partir de 2027.',
  taxCredit: 'Crédito fiscal',
  person: (place, age) =>
    `persona ${place} (${age === '0' ? 'menos de 1 año' : age === '1' ? '1 año' : `${age} años`})`,
  lostCsr: (people, csr) => {
    const those = people.replaceAll('persona ', 'la persona ')
    return `Junto con ${those}, los costos compartidos son normales. Sin ${those}, un plan Plata tiene un deducible y copagos más bajos para los demás (${csr}). Un hogar puede inscribirse en planes separados.`
  },
  leaveOut: (count) => (count === 1 ? 'Ver primas sin esta persona' : `Ver primas sin estas ${count} personas`),
  how: 'Cómo se calculó',
  householdIncome: 'Ingresos del hogar por año',
  povertyLine: (count, year) => `Nivel de pobreza para ${personas(count)} (índices de ${year})`,
  creditIncome: 'Ingresos para el crédito fiscal',
  ofPovertyLine: (percent) => `${percent}% del nivel de pobreza`,
  medicaidIncome: 'Ingresos para Medicaid y CHIP',
  ofPovertyLineIn: (percent, year) => `${percent}% del nivel de pobreza de ${year}`,
  contribution: 'Contribución esperada',
  noContribution: 'Ninguna: no hay crédito fiscal por encima del 400%',
  share: (share, source, amount) => `${share}% de los ingresos (${source}), ${amount} al mes`,
  benchmark: (count) => `Plan de referencia para ${personas(count)}`,
  benchmarkIs: (amount) => `${amount} al mes (el segundo plan Plata más barato)`,
  unknown: 'Desconocido',
  creditIs: (amount) => `${amount} al mes: referencia menos contribución`,
  sourceOf: (value, year) => `Fuente: ${value}${year === null ? '' : ` ${year}`}`,
  values: {
    poverty: 'índices de pobreza',
    contribution: 'contribuciones esperadas',
    medicare: 'edad de Medicare',
    'adult-limit': 'límites de Medicaid para adultos',
    'child-limit': 'límites de Medicaid para menores',
    'chip-limit': 'límites de CHIP',
    'pregnant-limit': 'límites durante el embarazo',
    'basic-health': 'Programa Básico de Salud',
    'employer-share': 'porcentaje asequible de la cobertura en el empleo',
  },
  confidences: {
    verified: 'comprobado con una segunda fuente',
    'one source': 'de una sola fuente',
    'sources disagree': 'las fuentes no coinciden',
    unverified: 'sin comprobar',
  },
}

/** Catalogue of the estimated credit by language. */
export const creditTexts: Readonly<Record<MessageLanguage, CreditTexts>> = { en, es }

/** Texts of the estimated credit. */
export function useCreditTexts(): CreditTexts {
  return creditTexts[useSharedLanguage()]
}
