import type { Locator } from '@playwright/test'
import {
  addFile,
  chooseFile,
  expectChecked,
  loadCommissions,
  notices,
  openLoadPolicies,
} from '../../support/load-dialog.ts'
import { type CreatedAgent, makeAgent } from '../../support/records/agent-records.ts'
import { makeCarrier } from '../../support/records/make-carrier.ts'
import { type ChosenFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { openPolicies, rowsOf } from '../../support/records/policy-list.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** A carrier's file, with what a person chooses in the dialog and what the list shows afterwards. */
interface Layout {
  name: string
  file(prefix: string, agent: CreatedAgent): string
  /** Field of a heading, by its label. */
  fields?: Readonly<Record<string, string>>
  /** Whether a person chooses the month, which the file does not say. */
  needsMonth?: boolean
  /** Meaning of a value, by its label. */
  values?: readonly (readonly [value: string, heading: string, meaning: string])[]
  /** What each policy or line shows, first the text that finds its row. */
  shown(prefix: string): readonly (readonly string[])[]
}

const books: readonly Layout[] = [
  {
    name: 'HealthSherpa’s client export',
    file: (
      prefix,
      agent,
    ) => `ffm_app_id,issuer,issuer_assigned_policy_id,plan_name,effective_date,expiration_date,date_cancelled,gross_premium,net_premium,policy_status,policy_aor,household_size,first_name,last_name,state,phone,email
5510001,Ambetter,${prefix}-A,Silver,2026-01-01,2026-12-31,,644.02,0.00,PendingEffectuation,${agent.name},3,Noemí,Zaldívar,FL,3055550142,n@example.com
5510002,Ambetter,${prefix}-B,Silver,2026-01-01,2026-12-31,2025-12-15,512.10,12.10,Cancelled,${agent.name},1,Bo,Li,FL,3055550143,bo@example.com
`,
    fields: { issuer_assigned_policy_id: 'Policy number', policy_status: 'Policy status', policy_aor: 'Agent name' },
    values: [['PendingEffectuation', 'policy_status', 'Pending']],
    shown: (prefix) => [
      [`${prefix}-A`, 'Noemí Zaldívar', 'Pending'],
      [`${prefix}-B`, 'Bo Li', 'Cancelled'],
    ],
  },
  {
    name: 'Florida Blue’s book, with a row for each member and names in one column',
    file: (prefix, agent) => {
      const writer = `${agent.lastName}, Ida`.toUpperCase()
      return `Florida Blue - Agent Book of Business;;;;;;;;
Agency: SUNRISE COVERAGE   Run Date: 11/02/2026;;;;;;;;
;;;;;;;;
Contract #;Member Name;Rel;DOB;Product;Eff Date;Term Date;Premium;Agent
${prefix}-A;NÚÑEZ, MARÍA;Spouse;5/6/73;BlueOptions 1423;1/1/26;;;${writer}
${prefix}-A;NÚÑEZ, JOSÉ A;Subscriber;3/4/71;BlueOptions 1423;1/1/26;;1,204.55;${writer}
${prefix}-B;Piet Van der Berg;Self;9/10/55;BlueSelect;01JAN2026;6/30/26;800.00;${writer}
;;;;;;;;
Total Contracts: 2;;;;;;;;
`
    },
    shown: (prefix) => [
      [`${prefix}-A`, 'JOSÉ A NÚÑEZ'],
      [`${prefix}-B`, 'Piet Van der Berg', 'Terminated'],
    ],
  },
  {
    name: 'Aetna’s book, with two rows of headings',
    file: (prefix, agent) => `Aetna CVS Health,,,,,,,,,
,Subscriber,,Policy,,,Premium,,Broker,
Member ID,First Name,Last Name,Effective Date,Term Date,Status,Gross,Net,NPN,Effective Date
${prefix}-A,Ana,Boyd,01/01/2026,12/31/2026,Active,700.00,12.00,${agent.npn},02/01/2026
`,
    shown: (prefix) => [[`${prefix}-A`, 'Ana Boyd', 'Active']],
  },
]

const statements: readonly Layout[] = [
  {
    name: 'Ambetter’s statement through an FMO, with a trailing minus',
    file: (prefix, agent) => `Sunrise FMO: commissions of October 2026
Policy Number,Policyholder Name,Writing Agent ID,Agent Name,Policy Status,Issue Date,Commissionable,Gross Commission
${prefix}-A,Rosa de la Cruz,A77,${agent.name},Active,1/1/2026,Y,"1,040.00"
${prefix}-B,Siobhan O'Neil,A77,${agent.name},Termed,1/1/2026,Y,20.00-
Grand Total:,,,,,,,"1,020.00"
`,
    fields: { 'Agent Name': 'Agent name' },
    needsMonth: true,
    shown: (prefix) => [
      [`${prefix}-A`, 'Rosa de la Cruz', '1,040.00'],
      [`${prefix}-B`, 'Siobhan O', '(20.00)'],
    ],
  },
  {
    name: 'UHC’s statement, without policy numbers, unsigned with an action that means chargeback',
    file: (prefix, agent) =>
      [
        'Statement Date\tWriting Agent Name\tMember Name\tOriginal Effective Date\tCommission Action\tCommission\tTerm Date',
        `10/31/2026\t${agent.name}\tIan ${prefix}\t1/1/2026\tNew\t25.00\t`,
        `10/31/2026\t${agent.name}\tAna ${prefix}\t1/1/2026\tCB\t24.00\t9/30/2026`,
        `10/31/2026\t${agent.name}\tBo ${prefix}\t1/1/2026\tTrue-up\t1.00\t`,
        '',
      ].join('\r\n'),
    values: [['True-up', 'Commission Action', 'renewal']],
    shown: (prefix) => [
      [`Ian ${prefix}`, '10/2026', '25.00'],
      [`Ana ${prefix}`, '10/2026', '(24.00)'],
      [`Bo ${prefix}`, '10/2026', '1.00'],
    ],
  },
]

const chosen = (name: string, text: string): ChosenFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

async function answer(dialog: Locator, { fields = {}, values = [] }: Layout): Promise<void> {
  for (const [heading, label] of Object.entries(fields))
    await dialog.getByLabel(`Field of ${heading}`, { exact: true }).selectOption({ label })
  for (const [value, heading, label] of values)
    await dialog.getByLabel(`Meaning of ${value} in ${heading}`, { exact: true }).selectOption({ label })
}

for (const layout of books) {
  test(`UPLOAD-11 ${layout.name} goes in by clicks in the dialog alone`, async ({ page, signIn }) => {
    const token = await signIn('admin')
    const prefix = uniquePrefix('LY')
    const { name: carrier } = await makeCarrier(page, token, prefix)
    const agent = await makeAgent(page, token)
    const shown = layout.shown(prefix)
    const dialog = await openLoadPolicies(page)
    await addFile(dialog, carrier, chosen('book.csv', layout.file(prefix, agent)))
    await answer(dialog, layout)
    await expectChecked(dialog, { New: shown.length, Refused: 0 })
    await dialog.getByRole('button', { name: /^Process/ }).click()
    await expect(notices(page).getByText('File submitted')).toBeVisible()
    // Shows the policies of this agent alone, so that the agent of each is proven, too.
    const grid = await openPolicies(page, `?policyNumber=${prefix}&agentId=${agent.id}`)
    await expect(rowsOf(grid)).toHaveCount(shown.length)
    for (const [key = '', ...texts] of shown)
      for (const text of texts) await expect(rowsOf(grid).filter({ hasText: key })).toContainText(text)
  })
}

for (const layout of statements) {
  test(`UPLOAD-15 ${layout.name}, goes in by clicks in the dialog alone`, async ({ page, signIn }) => {
    const token = await signIn('admin')
    const prefix = uniquePrefix('LS')
    const { id, name: carrier } = await makeCarrier(page, token, prefix)
    const agent = await makeAgent(page, token)
    const shown = layout.shown(prefix)
    await page.goto('/portal/manage/upload')
    const dialog = await loadCommissions(page)
    await chooseFile(dialog, chosen('statement.csv', layout.file(prefix, agent)))
    await dialog.getByLabel('Carrier', { exact: true }).selectOption({ label: carrier })
    if (layout.needsMonth) {
      await dialog.getByLabel('Year', { exact: true }).selectOption('2026')
      await dialog.getByLabel('Month', { exact: true }).selectOption('9')
      const notice = 'The file says “Sunrise FMO: commissions of October 2026”, and 09/2026 is chosen. Check the month.'
      await expect(dialog).toContainText(notice)
      await dialog.getByLabel('Month', { exact: true }).selectOption('10')
      await expect(dialog).not.toContainText(notice)
    }
    await answer(dialog, layout)
    await expectChecked(dialog, { New: shown.length, Refused: 0 })
    await dialog.getByRole('button', { name: /^Upload/ }).click()
    await expect(notices(page).getByText('Commissions successfully uploaded.')).toBeVisible()
    await page.goto(`/portal/commissions/manage?carrierId=${id}`)
    const lines = rowsOf(page.getByRole('grid', { name: 'Statements' }))
    await expect(lines).toHaveCount(shown.length)
    for (const [key = '', ...texts] of shown)
      for (const text of [...texts, agent.name]) await expect(lines.filter({ hasText: key })).toContainText(text)
  })
}
