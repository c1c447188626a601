import { describe, expect, test } from 'vitest'
import { commissionFile } from '../commissions/commission-csv.ts'
import { policyFile } from '../policies/policy-csv.ts'
import type { CarrierProfile, HeadingMapping } from './carrier-profile.ts'
import type { FileShape } from './file-shape.ts'
import { matchHeadings } from './heading-match.ts'
import { knownProfiles, plainProfile } from './known-profiles.ts'
import { profileProblems } from './profile-problems.ts'
import { valueReader } from './value-readers.ts'

function match(
  headings: string,
  row: string[] = [],
  profile: CarrierProfile = plainProfile,
  mapping: HeadingMapping | null = null,
  shape: FileShape = policyFile,
) {
  const rules = { profile, month: { year: 2026, month: 11 } }
  const plan = matchHeadings(shape, headings.split(','), [row], {
    profile,
    mapping,
    readerOf: (field) => valueReader(field, rules),
  })
  return { ...plan, fields: Object.fromEntries(plan.uses.map((use) => [use.heading, `${use.by}: ${use.field}`])) }
}

describe('headings', () => {
  test('UPLOAD-11 canonical names match regardless of case, spaces, _ and -', () => {
    const { fields, missing } = match('policy_number,FIRST NAME,Last-Name,d o b')
    expect(fields).toEqual({
      policy_number: 'name: PolicyNumber',
      'FIRST NAME': 'name: FirstName',
      'Last-Name': 'name: LastName',
      'd o b': 'name: DOB',
    })
    expect(missing).toEqual([])
  })

  test('UPLOAD-15 the period of a statement is its month; the day it was made is that only where nothing else says the month, else its date', () => {
    const match2026 = (headings: string, row: string[]) =>
      match(headings, row, plainProfile, null, commissionFile).fields
    expect(
      match2026('Policy #,Statement Date,Statement Period,Commission', ['A1', '11/05/2026', '10/2026', '22.00']),
    ).toMatchObject({ 'Statement Date': 'name: StatementDate', 'Statement Period': 'name: Period' })
    expect(
      match2026('Policy #,Month,Year,Coverage Month,Commission', ['A1', '4', '2026', '03/2026', '22.00']),
    ).toMatchObject({ Month: 'name: Month', 'Coverage Month': 'name: PolicyMonth' })
    // The month and the year of coverage in two columns; without the year the month stays one, whose rows then say what is wrong.
    const two = 'Policy #,Month,Year,Coverage Month,Coverage Year,Commission'
    for (const month of ['3', 'March', 'marzo'])
      expect(match2026(two, ['A1', '4', '2026', month, '2026', '22.00']), month).toMatchObject({
        'Coverage Month': 'name: PolicyMonthNumber',
        'Coverage Year': 'name: PolicyMonthYear',
      })
    expect(match2026(two, ['A1', '4', '2026', '03/2026', '2026', '22.00'])).toMatchObject({
      'Coverage Month': 'name: PolicyMonth',
    })
    expect(match2026('Policy #,Month,Year,Coverage Month,Commission', ['A1', '4', '2026', '3', '22.00'])).toMatchObject(
      { Month: 'name: Month', 'Coverage Month': 'name: PolicyMonth' },
    )
    expect(match2026('Policy #,Statement Date,Commission', ['A1', '11/05/2026', '22.00'])).toMatchObject({
      'Statement Date': 'name: Period',
    })
  })

  test('UPLOAD-11 a start and an end of coverage are dates, and a product is the plan', () => {
    expect(match('Policy #,Product,Coverage Start,Coverage End').fields).toMatchObject({
      Product: 'name: PlanName',
      'Coverage Start': 'name: EffectiveDate',
      'Coverage End': 'name: TermDate',
    })
  })

  test('UPLOAD-11 headings of Ambetter, Molina and HealthSherpa are recognized, others are not guessed', () => {
    const ambetter = match(
      'Broker Name,Broker NPN,Policy Number,Plan Name,Insured First Name,Insured Last Name,Broker Effective Date,Broker Term Date,Policy Effective Date,Policy Term Date,Paid Through Date,County,State,On/Off Exchange,Exchange Subscriber ID,Member Phone Number,Member Email,Member Date Of Birth,Monthly Premium Amount,Member Responsibility,Autopay,Eligible for Commission,Number of Members,Payable Agent,AR Policy Type',
      [],
      knownProfiles.Ambetter,
    )
    expect(ambetter.missing).toEqual([])
    expect(ambetter.uses.filter((use) => use.field === null).map((use) => use.heading)).toEqual(
      knownProfiles.Ambetter.ignored,
    )
    const molina = match(
      'HIX_ID,Member_First_Name,Member_Last_Name,dob,Gender,Broker_NPN,Effective_date,Paid_Through_Date,End_Date,Member_Premium,Total_Premium,Status,Member_Count,Address1,City,State,Zip',
      [],
      knownProfiles.Molina,
    )
    expect(molina.uses.filter((use) => use.field === null).map((use) => use.heading)).toEqual(['Gender'])
    expect(
      match('issuer_assigned_policy_id,first_name,last_name,gross_premium', [], knownProfiles.HealthSherpa).missing,
    ).toEqual([])
  })

  test('UPLOAD-11 unknown headings are guessed by words and values, and marked as guesses', () => {
    const { fields } = match('Policy #,FName,LName,Mbr Phone,Rating Zip,Autopay,Mbr DOB', [
      'U1',
      'Ana',
      'Vance',
      '(305) 555-0142',
      '33101',
      'Y',
      '04/17/1983',
    ])
    expect(fields).toMatchObject({
      'Mbr Phone': 'guess: Phone',
      'Rating Zip': 'guess: ZipCode',
      'Mbr DOB': 'guess: DOB',
      FName: 'guess: FirstName',
      LName: 'guess: LastName',
      Autopay: 'none: null',
    })
    expect(match('Mbr Phone', ['none']).fields).toEqual({ 'Mbr Phone': 'none: null' })
  })

  test('guesses the shortest headings of dates and counts, if the values are such', () => {
    const headings = 'Policy #,First,Last,Eff,Term,Mbrs'
    expect(match(headings, ['U1', 'Ana', 'Vega', '1/5/26', '12/31/2026', '2']).fields).toMatchObject({
      Term: 'guess: TermDate',
      Mbrs: 'guess: NumberOfMembers',
    })
    expect(match(headings, ['U1', 'Ana', 'Vega', '1/5/26', 'annual', '2']).fields).toMatchObject({ Term: 'none: null' })
  })

  test('a column is guessed to be the type of a line when all its values are words for one, whatever its heading', () => {
    const kindOf = (heading: string, value: string) =>
      match(`Policy Number,Amount,${heading}`, ['U1', '20.00', value], plainProfile, null, commissionFile).fields[
        heading
      ]
    expect(kindOf('Description', 'Chargeback')).toBe('guess: Kind')
    expect(kindOf('Code', 'CB')).toBe('guess: Kind')
    // 'Commission' says nothing that the amount does not, and free text is no type.
    expect(kindOf('Description', 'Commission')).toBe('none: null')
    expect(kindOf('Remarks', 'Chargeback of June')).toBe('none: null')
  })

  test('UPLOAD-11 Spanish headings are known, with and without accents', () => {
    const { fields, missing } = match(
      'Número de póliza,NOMBRE,Apellidos,Fecha de Nacimiento,fecha de efectividad,Prima mensual,Telefono,Codigo Postal,Agente,Estatus,Condado',
    )
    expect(missing).toEqual([])
    expect(fields).toEqual({
      'Número de póliza': 'name: PolicyNumber',
      NOMBRE: 'name: FirstName',
      Apellidos: 'name: LastName',
      'Fecha de Nacimiento': 'name: DOB',
      'fecha de efectividad': 'name: EffectiveDate',
      'Prima mensual': 'name: MonthlyPremium',
      Telefono: 'name: Phone',
      'Codigo Postal': 'name: ZipCode',
      Agente: 'name: AgentName',
      Estatus: 'name: PolicyStatus',
      Condado: 'name: County',
    })
    const statement = match(
      'Aseguradora,No. de Poliza,Mes,Año,Comisión,Miembros,Asegurado',
      [],
      plainProfile,
      null,
      commissionFile,
    )
    expect(statement.uses.map(({ field }) => field)).toEqual([
      'Carrier',
      'PolicyNumber',
      'Month',
      'Year',
      'Amount',
      'Members',
      'InsuredName',
    ])
  })

  test('UPLOAD-11 “Estado” is the state or the status, as its values show', () => {
    expect(match('Estado', ['FL']).fields).toEqual({ Estado: 'guess: State' })
    expect(match('Estado', ['Activa']).fields).toEqual({ Estado: 'guess: PolicyStatus' })
    expect(match('Fecha efectiva de la póliza', ['01/31/2026']).fields).toEqual({
      'Fecha efectiva de la póliza': 'guess: EffectiveDate',
    })
  })

  test('UPLOAD-11 a member’s number is guessed to be the policy number only where no better column is', () => {
    const alone = match('Member ID,First Name,Last Name', ['W201', 'Ana', 'Boyd'])
    expect(alone.fields).toMatchObject({ 'Member ID': 'guess: PolicyNumber' })
    const beside = match('Policy Nbr,Member ID,First Name,Last Name', ['P1', 'W201', 'Ana', 'Boyd'])
    expect(beside.fields).toMatchObject({ 'Policy Nbr': 'guess: PolicyNumber', 'Member ID': 'name: MemberId' })
  })

  test('UPLOAD-11 a name in one column is used only where the file has not both of its parts, or by choice', () => {
    const parts = 'Policy Number,First Name,Last Name,Insured'
    expect(match(parts).fields).toMatchObject({ 'First Name': 'name: FirstName', Insured: 'none: null' })
    expect(match('Policy Number,Insured').fields).toMatchObject({ Insured: 'name: InsuredName' })
    const chosen = match(parts, [], plainProfile, { Insured: 'InsuredName' })
    expect(chosen.fields).toMatchObject({ Insured: 'choice: InsuredName' })
  })

  test('UPLOAD-11 the user’s choice overrides the profile, also to ignore a heading', () => {
    const chosen = match('Policy Number,First Name,Last Name,Mail,Email', [], plainProfile, {
      Mail: 'Email',
      'Last Name': null,
    })
    expect(chosen.fields).toMatchObject({ Mail: 'choice: Email', Email: 'none: null', 'Last Name': 'none: null' })
    expect(chosen.missing).toEqual(['LastName'])
  })

  test('UPLOAD-11 every known profile may be saved, a contradictory one may not', () => {
    for (const profile of Object.values(knownProfiles)) expect(profileProblems(policyFile, profile)).toEqual([])
    const wrong: CarrierProfile = {
      ...plainProfile,
      headings: { Phone: ['Tel'], Email: ['tel'], Shoe: ['Size'] },
      values: { PolicyStatus: { good: 'Great' } },
      ignored: ['TEL'],
    }
    expect(profileProblems(policyFile, wrong).map((problem) => problem.path)).toEqual([
      'headings.Email',
      'headings.Shoe',
      'ignored',
      'values.PolicyStatus.good',
    ])
  })
})
